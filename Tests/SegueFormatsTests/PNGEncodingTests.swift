import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("PNG encoding")
struct PNGEncodingTests {
  typealias Compression = Formats.PNG.Compression

  @Test("Noise of any width comes back exactly", arguments: Compression.allCases, 1...70)
  func noise(compression: Compression, width: Int) throws {
    let height = [1, 2, 7, 33][width % 4]
    for opaque in [false, true] {
      let bitmap = try Bitmap.noise(width, height, seed: UInt64(width), opaque: opaque)
      let file = try encoded(bitmap, Formats.PNG(compression: compression))
      let decoded = try Bitmap(decoding: file)
      #expect(decoded == bitmap)
      let reference = try ReferencePNG(file)
      #expect(reference.rgba == decoded.straightBytes)
      #expect(reference.rgba == bitmap.unpremultipliedBytes)
      // A small noise with alpha may happen to be opaque.
      #expect(reference.layout.colorType == (bitmap.isOpaque ? 2 : 6))
      #expect(reference.layout.depth == 8 && !reference.layout.isInterlaced)
    }
  }

  @Test("Every instruction set writes the same file", arguments: SIMDLevel.available)
  func levels(level: SIMDLevel) throws {
    for width in [1, 5, 16, 63, 200] {
      for opaque in [false, true] {
        let bitmap = try Bitmap.noise(width, 9, seed: 8, opaque: opaque)
        let encoder = Formats.PNG().makeEncoder(level: level)
        let reference = Formats.PNG().makeEncoder(level: .reference)
        #expect(try bytes(of: bitmap, from: encoder) == bytes(of: bitmap, from: reference))
      }
    }
  }

  @Test("Straight pixels come back with the colors of what is transparent", arguments: Compression.allCases)
  func straight(compression: Compression) throws {
    var generator = SeededGenerator(5)
    let pixels: [UInt8] = .random(4 * 31 * 17, using: &generator).enumerated().map { index, byte in
      index % 4 == 3 ? [0, 0, 1, 254, 255][Int(byte) % 5] : byte
    }
    let bitmap = try Bitmap(straightBytes: pixels, 31, 17)
    let encoding = Formats.PNG(compression: compression)
    let file = try encoded(bitmap, encoding)
    #expect(try ReferencePNG(file).rgba == pixels)
    let again = try Bitmap(decoding: file)
    #expect(again.straightBytes == pixels)
    #expect(try encoded(again, encoding) == file)
  }

  @Test("An opaque picture that was saved once and then written to is saved as it is now")
  func becomesTransparent() throws {
    var bitmap = try Bitmap(straightBytes: [9, 8, 7, 255, 1, 2, 3, 255], 2, 1)
    #expect(try ReferencePNG(encoded(bitmap, Formats.PNG())).layout.colorType == 2)
    bitmap[0, 0] = .clear
    let first = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(first).rgba == [0, 0, 0, 0, 1, 2, 3, 255])
    bitmap[0, 0] = .white
    let second = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(second).layout.colorType == 2)
    // The pixels written by overwriting whole rows.
    try bitmap.overwrite(threads: 1) { (band) throws(RenderError) in
      try band.withRow(0) { row in for x in row.indices { row[x] = .clear } }
    }
    #expect(try ReferencePNG(encoded(bitmap, Formats.PNG())).rgba == Array(repeating: 0, count: 8))
  }

  @Test("A picture that was written to forgets what its transparent pixels were")
  func forgotten() throws {
    var bitmap = try Bitmap(straightBytes: [9, 8, 7, 0, 1, 2, 3, 255], 2, 1)
    bitmap[1, 0] = .white
    let file = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(file).rgba == [0, 0, 0, 0, 255, 255, 255, 255])
  }

  @Test("One encoder writes frames of any size and kind in turn", arguments: Compression.allCases)
  func reuse(compression: Compression) throws {
    let encoder = Formats.PNG(compression: compression).makeEncoder(level: .preferred)
    let sizes = [(40, 30), (1, 1), (300, 200), (7, 90), (300, 200), (2, 1)]
    for (index, (width, height)) in sizes.enumerated() {
      let bitmap = try Bitmap.noise(width, height, seed: UInt64(index), opaque: index % 2 == 0)
      let file = try bytes(of: bitmap, from: encoder)
      #expect(try ReferencePNG(file).rgba == bitmap.unpremultipliedBytes)
      #expect(try file == encoded(bitmap, Formats.PNG(compression: compression)))
    }
  }

  @Test("Rows wider and pictures larger than a batch come back exactly", arguments: [(90000, 3), (301, 900)])
  func batches(width: Int, height: Int) throws {
    let bitmap = try Bitmap.noise(width, height, seed: 6, opaque: true)
    let file = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(file).rgba == bitmap.unpremultipliedBytes)
    #expect(try PNGChunk.list(file).filter { $0.name == "IDAT" }.count > 1)
  }

  @Test("A row that repeats the one above is stored as zeros", arguments: [false, true])
  func repeatedRows(opaque: Bool) throws {
    let row = try Bitmap.noise(100, 1, seed: 7, opaque: opaque)
    var bitmap = try Bitmap(width: 100, height: 80)
    for y in 0..<80 { for x in 0..<100 { bitmap[x, y] = row[x, 0] } }
    bitmap[50, 40] = .white
    let file = try encoded(bitmap, Formats.PNG())
    let reference = try ReferencePNG(file)
    #expect(reference.rgba == bitmap.unpremultipliedBytes)
    #expect(reference.filters == (0..<80).map { $0 == 0 ? 1 : [40, 41].contains($0) ? 3 : 2 })
    // Three rows of noise, and next to nothing for 77 more.
    #expect(file.count < 3 * 400 + 500)
  }

  @Test("Small files are smaller than fast ones")
  func compression() throws {
    let bitmap = try Bitmap(256, 256) { x, y in [x, y, (x * y) >> 8] }
    let fast = try encoded(bitmap, Formats.PNG())
    let small = try encoded(bitmap, Formats.PNG(compression: .small))
    #expect(small.count < fast.count)
  }

  /// RFC 1950: the two highest bits of the second byte (FLEVEL) are 3 for maximum compression.
  @Test("Small files have rows of differences, compressed as hard as it can be")
  func small() throws {
    let bitmap = try Bitmap(64, 48) { x, y in [3 * x, 5 * y, x + y] }
    let file = try encoded(bitmap, Formats.PNG(compression: .small))
    #expect(try !ReferencePNG(file).filters.contains(0))
    let data = try #require(PNGChunk.list(file).first { $0.name == "IDAT" }).data
    #expect(data[1] >> 6 == 3)
  }

  @Test("Raw frames are straight RGBA without gaps", arguments: [1, 15, 16, 17, 48])
  func raw(width: Int) throws {
    let encoder = Formats.RGBA().makeEncoder(level: .preferred)
    var generator = SeededGenerator(9)
    let straight: [UInt8] = .random(4 * width * 5, using: &generator)
    let bitmaps = [
      try Bitmap.noise(width, 5, seed: 1), try Bitmap.noise(width, 6, seed: 2, opaque: true),
      try Bitmap(straightBytes: straight, width, 5),
    ]
    for (bitmap, expected) in zip(
      bitmaps, [bitmaps[0].unpremultipliedBytes, bitmaps[1].unpremultipliedBytes, straight])
    {
      try encoder.encode(bitmap, named: "frame")
      let bytes = try encoder.withBytes { span in
        span.withUnsafeBufferPointer { Array($0) }
      }
      #expect(bytes == expected)
    }
  }
}
