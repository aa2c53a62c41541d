import SegueCodecs
import SeguePixels
import SegueTestSupport
import Testing

@Suite("PNG decoding")
struct PNGDecodingTests {
  @Test(
    "A sound file of PngSuite decodes as the specification says", .needsCorpora,
    arguments: corpusNames("pngsuite") { $0.hasSuffix(".png") && !$0.hasPrefix("x") })
  func soundFile(name: String) throws {
    let file = try corpusFile("pngsuite/\(name)")
    let expected = try ReferencePNG(contents(of: file))
    let decoded = try Bitmap(contentsOf: file)
    #expect(decoded.width == expected.layout.width)
    #expect(decoded.height == expected.layout.height)
    #expect(decoded.straightBytes == expected.rgba)
  }

  @Test("PngSuite is there as a whole", .needsCorpora)
  func suiteIsWhole() {
    // An empty folder would let the tests above and below pass without a file.
    #expect(corpusNames("pngsuite") { $0.hasSuffix(".png") && !$0.hasPrefix("x") }.count == 161)
    #expect(corpusNames("pngsuite") { $0.hasPrefix("x") }.count == 14)
  }

  @Test(
    "A broken file of PngSuite is refused with an error that names it", .needsCorpora,
    arguments: corpusNames("pngsuite") { $0.hasPrefix("x") })
  func brokenFile(name: String) throws {
    let file = try corpusFile("pngsuite/\(name)")
    let error = #expect(throws: CodecError.self) { try Bitmap(contentsOf: file) }
    #expect(error?.description.hasPrefix("\(file): ") == true)
  }

  @Test(
    "A photograph decodes as the specification says", .needsCorpora,
    arguments: corpusNames("photos") { $0.hasSuffix(".png") })
  func photograph(name: String) throws {
    let file = try corpusFile("photos/\(name)")
    #expect(try Bitmap(contentsOf: file).straightBytes == ReferencePNG(contents(of: file)).rgba)
  }

  @Test(
    "A made file of any layout decodes as the specification says",
    arguments: MadePNG.all(13, 11, seed: 1) + MadePNG.all(13, 11, seed: 2))
  func madeFile(made: MadePNG) throws { try expectSame(made) }

  @Test("Interlaced pictures decode in every small size, where passes are missing", arguments: 1...9)
  func smallInterlaced(width: Int) throws {
    for height in 1...9 {
      try expectSame(MadePNG(width, height, 6, 8, interlaced: true, seed: 3))
      try expectSame(MadePNG(width, height, 3, 1, interlaced: true, seed: 4))
    }
  }

  @Test("The transparent colour of 16-bit samples counts all their bits", arguments: [0, 2])
  func transparentColor(colorType: Int) throws {
    let made = MadePNG(40, 40, colorType, 16, interlaced: false, seed: 2)
    try expectSame(made)
    let alphas = try Set(
      Bitmap(decoding: made.bytes).straightBytes.enumerated().filter { $0.offset % 4 == 3 }.map(\.element))
    #expect(alphas == [0, 255])
  }

  @Test("16-bit samples are rounded, not cut")
  func rounding() throws {
    let samples = (0..<65536).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    let rows = (0..<256).flatMap { [0] + samples[512 * $0..<512 * $0 + 512] }
    let file = PNGChunk.file([
      .header(256, 256, depth: 16, colorType: 0), PNGChunk(name: "IDAT", data: deflated(rows)),
      PNGChunk(name: "IEND", data: []),
    ])
    let decoded = try Bitmap(decoding: file).straightBytes
    let wrong = (0..<65536).first { decoded[4 * $0] != UInt8((Double($0) * 255 / 65535).rounded()) }
    #expect(wrong == nil)
  }

  private func expectSame(_ made: MadePNG) throws {
    let expected = try ReferencePNG(made.bytes)
    let decoded = try Bitmap(decoding: made.bytes)
    #expect(decoded.size == PixelSize(width: made.width, height: made.height))
    #expect(decoded.straightBytes == expected.rgba, Comment(rawValue: made.testDescription))
  }
}
