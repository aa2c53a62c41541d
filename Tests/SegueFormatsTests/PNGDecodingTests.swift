import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("PNG decoding")
struct PNGDecodingTests {
  @Test(
    "A valid file of PngSuite decodes by the specification", .needsCorpora,
    arguments: corpusNames("pngsuite") { $0.hasSuffix(".png") && !$0.hasPrefix("x") })
  func soundFile(name: String) throws {
    let file = try corpusFile("pngsuite/\(name)")
    let expected = try ReferencePNG(contents(of: file))
    let decoded = try Bitmap(contentsOf: file, options: DecodeOptions(color: .ignore))
    #expect(decoded.width == expected.layout.width)
    #expect(decoded.height == expected.layout.height)
    #expect(decoded.straightBytes == expected.rgba)
    #expect(differenceOfInflaters(try contents(of: file), isSound: true) == nil)
  }

  @Test("PngSuite is complete", .needsCorpora)
  func suiteIsWhole() {
    // With an empty folder, the other tests would pass without a file.
    #expect(corpusNames("pngsuite") { $0.hasSuffix(".png") && !$0.hasPrefix("x") }.count == 161)
    #expect(corpusNames("pngsuite") { $0.hasPrefix("x") }.count == 14)
  }

  @Test(
    "A corrupt file of PngSuite is an error that names the file", .needsCorpora,
    arguments: corpusNames("pngsuite") { $0.hasPrefix("x") })
  func brokenFile(name: String) throws {
    let file = try corpusFile("pngsuite/\(name)")
    let error = #expect(throws: ImageError.self) { try Bitmap(contentsOf: file) }
    #expect(error?.description.hasPrefix("\(file): ") == true)
    #expect(differenceOfInflaters(try contents(of: file)) == nil)
  }

  @Test(
    "ISA-L inflates the output of every encoder completely",
    arguments: SmallFile.png)
  func inflaters(file: SmallFile) { #expect(differenceOfInflaters(file.bytes, isSound: true) == nil) }

  @Test("Image data may be split between chunks anywhere", arguments: [1, 2, 3, 7, 100, 5000])
  func cutImageData(length: Int) throws {
    // About 100 KB of rows: noise, which does not compress, and zeros.
    for picture in [try Bitmap.noise(170, 150, seed: 9), try Bitmap(width: 170, height: 150)] {
      let chunks = try PNGChunk.list(encoded(picture, Formats.PNG(compression: .small)))
      let data = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
      let parts = stride(from: 0, to: data.count, by: length).map { start in
        PNGChunk(name: "IDAT", data: Array(data[start..<min(start + length, data.count)]))
      }
      let empty = PNGChunk(name: "IDAT", data: [])
      let file = PNGChunk.file([chunks[0], empty] + parts + [empty] + chunks.suffix(1))
      #expect(differenceOfInflaters(file, isSound: true) == nil)
    }
  }

  @Test(
    "A photograph decodes by the specification", .needsCorpora,
    arguments: corpusNames("photos") { $0.hasSuffix(".png") })
  func photograph(name: String) throws {
    let file = try corpusFile("photos/\(name)")
    #expect(try Bitmap(contentsOf: file).straightBytes == ReferencePNG(contents(of: file)).rgba)
  }

  @Test(
    "A generated file of any layout decodes by the specification",
    arguments: MadePNG.all(13, 11, seed: 1) + MadePNG.all(13, 11, seed: 2))
  func madeFile(made: MadePNG) throws { try expectSame(made) }

  @Test(
    "The decoder of wide pictures is exact for all filters and widths",
    arguments: [(0, 1), (0, 2), (0, 4), (0, 8), (2, 8), (4, 8), (6, 8)])
  func wide(colorType: Int, depth: Int) throws {
    for width in 1...19 {
      for seed in [1, 2, 3] as [UInt64] {
        let made = MadePNG(width, 9, colorType, depth, interlaced: false, seed: seed)
        let file = PNGChunk.file(made.chunks.filter { $0.name != "tRNS" })
        let size = segue_dimensions(width: UInt32(width), height: 9)
        var pixels = [UInt8](repeating: 0, count: 4 * width * 9)
        #expect(segue_png_decode_wide(file, file.count, size, &pixels, 4 * width))
        #expect(try pixels == ReferencePNG(file).rgba, "\(width) pixels, seed \(seed)")
        #expect(differenceOfInflaters(file) == nil)
      }
    }
  }

  @Test("A wide picture that is too short, too long or has a wrong checksum is left to libpng")
  func wideDamage() throws {
    let chunks = MadePNG(9, 7, 2, 8, interlaced: false, seed: 1).chunks.filter { $0.name != "tRNS" }
    let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
    let rows = try #require(inflated(stream, count: 7 * 28))
    let wrongSum = Array(stream.dropLast()) + [stream[stream.count - 1] ^ 1]
    let badFilter = [5] + Array(rows.dropFirst())
    let streams: [[UInt8]] = [
      stream, wrongSum, Array(stream.dropLast()), stream + [0], deflated(Array(rows.dropLast())),
      deflated(Array(rows.dropLast(27))), deflated(Array(rows.dropLast(28))), deflated(rows + [0]),
      deflated(badFilter),
    ]
    let taken = streams.map { stream in
      let file = PNGChunk.file([chunks[0], PNGChunk(name: "IDAT", data: stream), chunks[chunks.count - 1]])
      var pixels = [UInt8](repeating: 0, count: 4 * 9 * 7)
      return segue_png_decode_wide(file, file.count, segue_dimensions(width: 9, height: 7), &pixels, 36)
    }
    #expect(taken == [true] + Array(repeating: false, count: streams.count - 1))
  }

  @Test("A wide picture may have other chunks, but none that changes its pixels")
  func wideChunks() {
    let chunks = MadePNG(9, 7, 2, 8, interlaced: false, seed: 1).chunks.filter { $0.name != "tRNS" }
    let header = Array(chunks.prefix(1))
    let (rest, end) = (Array(chunks.dropFirst().dropLast()), Array(chunks.suffix(1)))
    let text = PNGChunk(name: "tEXt", data: Array("a\0b".utf8))
    let palette = PNGChunk(name: "PLTE", data: [1, 2, 3])
    for (other, isTaken) in [([text, text], true), ([palette], false)] {
      for isBefore in [true, false] {
        let file = PNGChunk.file(header + (isBefore ? other + rest : rest + other) + end)
        var pixels = [UInt8](repeating: 0, count: 4 * 9 * 7)
        let size = segue_dimensions(width: 9, height: 7)
        #expect(segue_png_decode_wide(file, file.count, size, &pixels, 36) == isTaken)
      }
    }
  }

  /// Deflate compresses by a factor of at most 1032, and a byte holds eight pixels of one bit.
  @Test("A file of the least possible length for its size is valid")
  func shortest() throws {
    let rows = [UInt8](repeating: 0, count: 129 * 1024)
    let file = PNGChunk.file([
      .header(1024, 1024, depth: 1, colorType: 0), PNGChunk(name: "IDAT", data: deflated(rows, level: 9)),
      PNGChunk(name: "IEND", data: []),
    ])
    #expect(file.count < 300)
    #expect(try Bitmap(decoding: file)[1023, 1023] == .black)
  }

  @Test("A deflate window of 64 KB, above zlib's maximum, is damage", arguments: [false, true], [8, 16])
  func unknownWindow(interlaced: Bool, depth: Int) throws {
    let made = MadePNG(9, 7, 2, depth, interlaced: interlaced, seed: 1)
    for (header, isTaken) in [([0x78, 0x01], true), ([0x88, 0x1c], false)] as [([UInt8], Bool)] {
      var isFirst = true
      let chunks = made.chunks.map { chunk in
        guard chunk.name == "IDAT", isFirst else { return chunk }
        isFirst = false
        return PNGChunk(name: "IDAT", data: header + chunk.data.dropFirst(2))
      }
      let bitmap = try? Bitmap(decoding: PNGChunk.file(chunks))
      #expect((bitmap != nil) == isTaken)
    }
  }

  @Test("Interlaced pictures of all small sizes decode, also with empty passes", arguments: 1...9)
  func smallInterlaced(width: Int) throws {
    for height in 1...9 {
      try expectSame(MadePNG(width, height, 6, 8, interlaced: true, seed: 3))
      try expectSame(MadePNG(width, height, 3, 1, interlaced: true, seed: 4))
    }
  }

  @Test("Interlaced pictures of more than 64 KB decode", arguments: [2, 6], [8, 16])
  func largeInterlaced(colorType: Int, depth: Int) throws {
    try expectSame(MadePNG(211, 157, colorType, depth, interlaced: true, seed: 5))
  }

  @Test("The transparent color of 16-bit samples is compared in all bits", arguments: [0, 2])
  func transparentColor(colorType: Int) throws {
    let made = MadePNG(40, 40, colorType, 16, interlaced: false, seed: 2)
    try expectSame(made)
    let alphas = try Set(
      Bitmap(decoding: made.bytes).straightBytes.enumerated().filter { $0.offset % 4 == 3 }.map(\.element))
    #expect(alphas == [0, 255])
  }

  @Test("16-bit samples are rounded, not truncated")
  func rounding() throws {
    let samples = (0..<65536).flatMap { value -> [UInt8] in [UInt8(value >> 8), UInt8(value & 0xff)] }
    let rows = (0..<256).flatMap { row -> [UInt8] in [0] + samples[512 * row..<512 * row + 512] }
    let file = PNGChunk.file([
      .header(256, 256, depth: 16, colorType: 0), PNGChunk(name: "IDAT", data: deflated(rows)),
      PNGChunk(name: "IEND", data: []),
    ])
    let decoded = try Bitmap(decoding: file).straightBytes
    let wrong = (0..<65536).first { value in
      let rounded = (Double(value) * 255 / 65535).rounded()
      return decoded[4 * value] != UInt8(rounded)
    }
    #expect(wrong == nil)
  }

  private func expectSame(_ made: MadePNG) throws {
    let expected = try ReferencePNG(made.bytes)
    let decoded = try Bitmap(decoding: made.bytes)
    #expect(decoded.size == PixelSize(width: made.width, height: made.height))
    #expect(decoded.straightBytes == expected.rgba, Comment(rawValue: made.testDescription))
  }

  @Test("Errors of headers, and of a chunk that includes the following tRNS")
  func sentences() throws {
    let chunks = MadePNG(5, 3, 3, 2, interlaced: false, seed: 2).chunks.filter { $0.name != "tRNS" }
    let file = PNGChunk.file(chunks)
    var transferred = file
    transferred.remove(at: 4)
    var renamed = file
    renamed[12] = UInt8(ascii: "J")
    var longer = file
    longer[11] = 14
    // A text chunk whose declared length includes the tRNS chunk after it.
    let transparency = PNGChunk(name: "tRNS", data: [0, 80, 160, 255]).bytes
    var text = PNGChunk(name: "tEXt", data: Array("a\0b".utf8)).bytes
    text[3] += UInt8(transparency.count)
    let rest = chunks.dropFirst(2).flatMap(\.bytes)
    let swallowed = PNGChunk.file(Array(chunks.prefix(2))) + text + transparency + rest
    for (bytes, error) in [
      (Array(file.prefix(32)), .truncated(file: "image", detail: "the file ends inside the PNG header")),
      (Array(file.prefix(33)), .truncated(file: "image", detail: "the file ends too early")),
      (file.dropLast(), .truncated(file: "image", detail: "the file ends too early")),
      (transferred, .damaged(file: "image", detail: "the PNG signature is damaged")),
      (renamed, .damaged(file: "image", detail: "the PNG header is missing")),
      (longer, .damaged(file: "image", detail: "the PNG header is missing")),
      (swallowed, .damaged(file: "image", detail: "CRC error before tRNS")),
    ] as [([UInt8], ImageError)] { #expect(decodingError(bytes) == error) }
  }

  /// Each picture has slightly more bytes than a stored block of deflate holds, so that counting errors show.
  @Test(
    "ISA-L inflates a picture slightly larger than a block of 64 KiB completely",
    arguments: [
      (777, 662, 0, 1), (197, 331, 0, 8), (85, 256, 2, 8), (393, 331, 3, 4), (165, 198, 4, 8),
      (32, 256, 6, 16),
    ].map { MadePNG($0.0, $0.1, $0.2, $0.3, interlaced: false, seed: 7) }
      + [
        (489, 1022, 0, 1), (277, 235, 0, 8), (107, 203, 2, 8), (553, 235, 3, 4), (219, 149, 4, 8),
        (71, 115, 6, 16),
      ].map { MadePNG($0.0, $0.1, $0.2, $0.3, interlaced: true, seed: 7) })
  func largePictures(made: MadePNG) {
    #expect((65_536...65_800).contains(made.layout.rawCount))
    #expect(differenceOfInflaters(made.bytes, isSound: true) == nil)
  }

  @Test(
    "A stream is inflated completely if its result is within the limit", arguments: [0, 1, 65_536, 200_001])
  func inflating(count: Int) {
    var generator = SeededGenerator(8)
    let bytes: [UInt8] = .random(count, using: &generator)
    let stream = deflated(bytes)
    func inflated(_ stream: [UInt8], limit: Int) -> (status: segue_status, bytes: [UInt8]) {
      var out = segue_buffer()
      defer { segue_buffer_free(&out) }
      let result = segue_inflate(&out, stream, stream.count, limit)
      return (result.status, (0..<out.count).map { out.data[$0] })
    }
    let whole = inflated(stream, limit: count)
    #expect(whole.status == SEGUE_OK && whole.bytes == bytes)
    #expect(inflated(stream + [1, 2, 3], limit: count).status == SEGUE_OK)
    if count > 0 { #expect(inflated(stream, limit: count - 1).status == SEGUE_DAMAGED) }
    #expect(inflated(stream.dropLast(5), limit: count + 9).status == SEGUE_DAMAGED)
  }
}
