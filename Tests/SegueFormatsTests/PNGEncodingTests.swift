import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("PNG encoding")
struct PNGEncodingTests {
  typealias Compression = Formats.PNG.Compression

  @Test("Noise of any width decodes exactly", arguments: Compression.allCases, 1...70)
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
      // Small noise with alpha may be opaque by chance.
      #expect(reference.layout.colorType == (bitmap.hasOpaquePixels ? 2 : 6))
      #expect(reference.layout.depth == 8 && !reference.layout.isInterlaced)
    }
  }

  @Test("All instruction sets write the same file", arguments: SIMDLevel.available)
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

  @Test("Straight pixels are kept, also the colors of transparent ones", arguments: Compression.allCases)
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

  @Test("An opaque picture can be saved, made transparent and saved again")
  func becomesTransparent() throws {
    var bitmap = try Bitmap(straightBytes: [9, 8, 7, 255, 1, 2, 3, 255], 2, 1)
    #expect(try ReferencePNG(encoded(bitmap, Formats.PNG())).layout.colorType == 2)
    bitmap[0, 0] = .clear
    let first = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(first).rgba == [0, 0, 0, 0, 1, 2, 3, 255])
    bitmap[0, 0] = .white
    let second = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(second).layout.colorType == 2)
    // Writes pixels by overwriting whole rows.
    try bitmap.overwrite(threads: 1) { (band) throws(RenderError) in
      try band.withRow(0) { row in for x in row.indices { row[x] = .clear } }
    }
    #expect(try ReferencePNG(encoded(bitmap, Formats.PNG())).rgba == Array(repeating: 0, count: 8))
  }

  @Test("Writing to a picture discards the colors of transparent pixels")
  func forgotten() throws {
    var bitmap = try Bitmap(straightBytes: [9, 8, 7, 0, 1, 2, 3, 255], 2, 1)
    bitmap[1, 0] = .white
    let file = try encoded(bitmap, Formats.PNG())
    #expect(try ReferencePNG(file).rgba == [0, 0, 0, 0, 255, 255, 255, 255])
  }

  @Test("An encoder can be reused for frames of any size and kind", arguments: Compression.allCases)
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

  @Test("Rows and pictures larger than a batch decode exactly", arguments: [(90000, 3), (301, 900)])
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
    // Three rows of noise; the other 77 take almost no bytes.
    #expect(file.count < 3 * 400 + 500)
  }

  @Test("Compression small gives smaller files than fast")
  func compression() throws {
    let bitmap = try Bitmap(256, 256) { x, y in [x, y, (x * y) >> 8] }
    let fast = try encoded(bitmap, Formats.PNG())
    let small = try encoded(bitmap, Formats.PNG(compression: .small))
    #expect(small.count < fast.count)
  }

  /// RFC 1950: the two highest bits of the second byte (FLEVEL) are 3 for maximum compression.
  @Test("Compression small filters rows, and deflates at the highest level")
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
