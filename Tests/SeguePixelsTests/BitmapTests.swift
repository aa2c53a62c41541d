import SeguePixels
import SegueTestSupport
import Testing

@Suite struct BitmapTests {
  @Test func isTransparentWhenMade() throws {
    let bitmap = try Bitmap(width: 3, height: 2)
    #expect(bitmap[2, 1] == .clear)
    #expect(try Bitmap(PixelSize(width: 2, height: 2), filledWith: .white)[1, 1] == .white)
  }

  @Test func copiesShareUntilWritten() throws {
    var a = try Bitmap(width: 5, height: 5)
    let b = a
    a[1, 2] = .white
    #expect(a[1, 2] == .white)
    #expect(b[1, 2] == .clear)
    #expect(a != b)
  }

  /// Differences in any channel of a pixel are found, in narrow and wide rows.
  @Test(arguments: [1, 5, 130]) func equalPixelsAreEqual(width: Int) throws {
    let bitmap = try Bitmap.noise(width, 3, seed: 1)
    for (x, y) in [(0, 0), (width - 1, 0), (width / 2, 1), (width - 1, 2)] {
      for channel in [\Pixel.red, \.green, \.blue, \.alpha] {
        var other = bitmap
        #expect(other == bitmap)
        other[x, y][keyPath: channel] ^= 1
        #expect(other != bitmap, "\(x), \(y)")
        other[x, y][keyPath: channel] ^= 1
        #expect(other == bitmap)
      }
    }
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 1), PixelSize(width: 1, height: 0), PixelSize(width: -1, height: 5),
    PixelSize(width: .max, height: 1), PixelSize(width: .max / 4, height: 4),
    PixelSize(width: 1 << 40, height: 1 << 40),
  ])
  func refusesSizesThatOverflow(size: PixelSize) {
    #expect(throws: RenderError.invalidSize(size)) { try Bitmap(size) }
  }

  @Test func tooLargeABitmapIsOutOfMemory() {
    // 2^56 bytes exceed any address space.
    let size = PixelSize(width: 1 << 27, height: 1 << 27)
    #expect(throws: RenderError.outOfMemory(size)) { try Bitmap(size) }
  }

  @Test func rowsStartOnCacheLines() throws {
    for width in [128, 129, 1917] {
      let bitmap = try Bitmap(width: width, height: 3)
      for y in 0..<3 {
        bitmap.withRow(y) { row in
          row.withUnsafeBytes { #expect(Int(bitPattern: $0.baseAddress) % 64 == 0) }
          #expect(row.count == width)
        }
      }
    }
  }

  @Test func paddingOfRowsIsAtMostAnEighth() throws {
    for width in 1...700 {
      let storage = try PixelStorage(PixelSize(width: width, height: 2))
      #expect(storage.stride >= 4 * width && storage.stride * 8 <= 4 * width * 9, "\(width)")
    }
  }

  @Test("Bitmaps of different sizes differ, with any content")
  func sizesTellApart() throws {
    let sizes = [(2, 2), (2, 3), (3, 2), (1, 4), (4, 1)].map { PixelSize(width: $0, height: $1) }
    for a in sizes {
      for b in sizes { #expect(try (Bitmap(a) == Bitmap(b)) == (a == b), "\(a), \(b)") }
    }
  }

  @Test("isOpaque is computed again after any kind of write")
  func opacityIsThatOfThePixels() throws {
    let veil = Pixel(red: 9, green: 9, blue: 9, alpha: 254)
    let ways: [(inout Bitmap, Pixel) throws -> Void] = [
      { $0[1, 2] = $1 }, { bitmap, pixel in bitmap.withMutableRow(2) { $0[1] = pixel } },
      { bitmap, pixel in
        try bitmap.overwrite(threads: 2) { (band) throws(RenderError) in
          for y in band.rows { try band.withRow(y) { $0.update(repeating: pixel) } }
        }
      },
    ]
    for (index, write) in ways.enumerated() {
      var bitmap = try Bitmap(PixelSize(width: 3, height: 4), filledWith: .white)
      let copy = bitmap
      // Writes to shared memory first, then to the bitmap's own.
      for pixel in [veil, .white, veil, .white] {
        try write(&bitmap, pixel)
        #expect(bitmap.isOpaque == (pixel == .white) && copy.isOpaque, "way \(index)")
      }
    }
  }

  @Test(
    "16-bit samples have the same valid sizes as bitmaps",
    arguments: [(0, 1), (1, 0), (-1, -1), (.max, 2), (1 << 40, 1 << 21)])
  func refusesSizesOfWideSamples(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(throws: RenderError.invalidSize(size)) { try WideStorage(size) }
  }

  @Test("Probes of memory fill and copy whole frames, and copy nothing of another size")
  func probesAreOfTheWholeFrame() throws {
    let picture = try Bitmap.noise(131, 3, seed: 1)
    var frame = try Bitmap(picture.size)
    try frame.probeFill(200)
    #expect(
      try frame == Bitmap(frame.size, filledWith: Pixel(red: 200, green: 200, blue: 200, alpha: 200)))
    try frame.probeCopy(picture)
    #expect(frame == picture)
    let small = try Bitmap(width: 2, height: 3)
    #expect(throws: RenderError.sizesDiffer(small.size, frame.size)) { try frame.probeCopy(small) }
  }
}
