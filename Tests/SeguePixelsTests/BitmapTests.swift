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

  /// A difference in any one channel of any pixel, at narrow and wide rows.
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

  @Test func saysWhenMemoryIsOut() {
    // 2^56 bytes: more than any address space of today.
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

  @Test func gapsBetweenRowsAreAnEighthAtMost() throws {
    for width in 1...700 {
      let storage = try PixelStorage(PixelSize(width: width, height: 2))
      #expect(storage.stride >= 4 * width && storage.stride * 8 <= 4 * width * 9, "\(width)")
    }
  }
}
