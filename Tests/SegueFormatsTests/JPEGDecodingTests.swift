import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("JPEG decoding")
struct JPEGDecodingTests {
  @Test("Gray decodes exactly, also in blocks beyond the edge", arguments: MadeJPEG.Kind.allCases)
  func gray(kind: MadeJPEG.Kind) throws {
    let made = MadeJPEG.gray(43, 29, kind)
    let expected = try Bitmap(43, 29) { x, y in Array(repeating: Int(made.sample(0, x, y)), count: 3) }
    #expect(try Bitmap(decoding: made.bytes) == expected)
  }

  @Test("Restart intervals decode exactly, and a marker out of order is damage", arguments: [1, 2, 5])
  func restarts(blocks: Int) throws {
    var made = MadeJPEG.gray(43, 29)
    let expected = try Bitmap(decoding: made.bytes)
    made.restarts = (blocks, Array(0xd0...0xd7))
    #expect(try Bitmap(decoding: made.bytes) == expected)
    // The markers in `shifted` differ so much from the expected ones that libjpeg accepts them.
    let shifted = (0..<8).map { 0xd0 + ($0 + 3) % 8 } as [UInt8]
    for markers in [[0xd1], [0xd7], [0xd0, 0xd2], [0xd0, 0xd0], shifted] {
      made.restarts = (blocks, markers)
      guard decodingError(made.bytes)?.code == .imageDamaged else {
        Issue.record("\(markers): \(String(describing: decodingError(made.bytes)))")
        continue
      }
    }
  }

  @Test("RGB declared by an Adobe marker decodes exactly", arguments: MadeJPEG.Kind.allCases)
  func rgb(kind: MadeJPEG.Kind) throws {
    let made = MadeJPEG(
      width: 16, height: 8, components: [[200, 1], [0, 2], [255, 3]], kind: kind, adobeTransform: 0)
    let expected = try Bitmap(16, 8) { x, y in (0..<3).map { Int(made.sample($0, x, y)) } }
    #expect(try Bitmap(decoding: made.bytes) == expected)
  }

  @Test("CMYK decodes exactly; with an Adobe marker it is inverted", arguments: [false, true])
  func cmyk(adobe: Bool) throws {
    let components: [[UInt8]] = [
      [0, 255, 10, 77], [0, 255, 100, 3], [0, 255, 200, 250], [0, 255, 128, 99],
    ]
    let made = MadeJPEG(width: 30, height: 8, components: components, adobeTransform: adobe ? 0 : nil)
    let decoded = try Bitmap(decoding: made.bytes)
    let expected = try Bitmap(30, 8) { x, y in
      let light = (0..<4).map { component in
        let sample = Double(made.sample(component, x, y))
        return adobe ? sample / 255 : 1 - sample / 255
      }
      return light.prefix(3).map { Int(($0 * light[3] * 255).rounded()) }
    }
    #expect(decoded == expected)
    // The first block has samples of 0: no ink, or full ink if inverted.
    #expect(decoded[0, 0] == (adobe ? .black : .white))
  }

  @Test("YCCK decodes by Adobe's convention: inks as YCC, with black inverted")
  func ycck() throws {
    // YCC without chroma is gray: three equal inks.
    let made = MadeJPEG(
      width: 16, height: 8, components: [[100, 30], [128, 128], [128, 128], [255, 51]], adobeTransform: 2)
    let decoded = try Bitmap(decoding: made.bytes)
    // libjpeg's conversion from YCCK to CMYK inverts luma: 255 − 100 = 155 without black; 225 · 51/255 = 45.
    #expect(decoded[3, 3] == Pixel(red: 155, green: 155, blue: 155))
    #expect(decoded[12, 3] == Pixel(red: 45, green: 45, blue: 45))
  }

  @Test("JPEG layouts that libjpeg does not decode are unsupported, not damaged")
  func unsupported() throws {
    let gray = MadeJPEG.gray(16, 16).bytes
    let frame = try #require(gray.firstRange(of: [0xff, 0xc0])?.lowerBound)
    var twelveBits = gray
    twelveBits[frame + 4] = 12
    var lossless = gray
    lossless[frame + 1] = 0xc3
    var large = gray
    large.replaceSubrange(frame + 5..<frame + 9, with: [0, 1, 0xff, 0xff])
    let twoComponents = MadeJPEG(width: 8, height: 8, components: [[1], [2]]).bytes
    for bytes in [twelveBits, lossless, large, twoComponents] {
      let error = try #require(decodingError(bytes))
      guard error.code == .imageUnsupported else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test("An excessive number of scans is refused, a large one is not")
  func scans() throws {
    var made = MadeJPEG.gray(16, 16, .progressive)
    let plain = try Bitmap(decoding: made.bytes)
    // 496 scans (2 + 13·38) are accepted, 509 (2 + 13·39) and 821 (2 + 13·63) are not.
    made.refinedCoefficients = 38
    #expect(try Bitmap(decoding: made.bytes) == plain)
    for count in [39, 63] {
      made.refinedCoefficients = count
      #expect(decodingError(made.bytes) == .damaged(file: "image", detail: "too many scans"))
    }
  }

  @Test("Chroma sampled at two thirds is unsupported, not damaged")
  func fractions() throws {
    let made = MadeJPEG(width: 24, height: 8, components: [[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    var bytes = made.bytes
    let frame = try #require(bytes.firstRange(of: [0xff, 0xc0])?.lowerBound)
    (bytes[frame + 11], bytes[frame + 14]) = (0x31, 0x21)
    #expect(
      decodingError(bytes) == .unsupported(file: "image", detail: "Fractional sampling not implemented yet"))
  }
}
