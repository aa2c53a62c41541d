import CSegueCodecs
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Colors of PSD and JPEG 2000", .enabled(if: hasFFmpeg, ffmpegMissing)) struct ForeignColorsTests {
  private static let color: [UInt8] = [40, 200, 60]

  /// A PSD of one color, with the given image resources, each a number and its content.
  private func psd(_ resources: [(Int, [UInt8])]) -> [UInt8] {
    var list: [UInt8] = []
    for (number, content) in resources {
      list += Array("8BIM".utf8)
      list += big(number, 2)
      list += [0, 0]
      list += big(content.count, 4)
      list += content
      if content.count % 2 == 1 { list.append(0) }
    }
    var bytes = Array("8BPS".utf8)
    for (value, count) in [(1, 2), (0, 6), (3, 2), (2, 4), (2, 4), (8, 2), (3, 2), (0, 4), (list.count, 4)] {
      bytes += big(value, count)
    }
    bytes += list
    bytes += big(0, 6)
    for sample in Self.color { bytes += [sample, sample, sample, sample] }
    return bytes
  }

  private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  @Test(
    "A profile of a PSD is converted as in a PNG",
    .enabled(if: segue_has_lcms(), "built without lcms2"), arguments: [3, 4])
  func profiles(count: Int) throws {
    let profile = MadeProfile.adobe.bytes
    let row: [UInt8] = [0] + Self.color + Self.color
    let rows: [UInt8] = row + row
    let png = PNGChunk.file([
      .header(2, 2, depth: 8), PNGChunk(name: "iCCP", data: Array("a".utf8) + [0, 0] + deflated(profile)),
      PNGChunk(name: "IDAT", data: deflated(rows)), PNGChunk(name: "IEND", data: []),
    ])
    let expected = try Bitmap(decoding: png).rgba()
    // Resources of an odd length are padded.
    let other = (1005, Array(repeating: UInt8(7), count: count))
    #expect(
      try Bitmap(decoding: psd([other, (1039, profile)]), options: .withPrograms).rgba() == expected)
    let plain = try Bitmap(decoding: psd([other]), options: .withPrograms).rgba()
    #expect(plain.prefix(3) == Self.color[...] && plain != expected)
    var ignoring = DecodeOptions.withPrograms
    ignoring.color = .ignore
    #expect(try Bitmap(decoding: psd([(1039, profile)]), options: ignoring).rgba() == plain)
  }

  @Test("A JPEG 2000 of CMYK is unsupported, since ffmpeg takes its black for alpha")
  func inks() {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      big(8 + content.count, 4) + Array(name.utf8) + content
    }
    let size: [UInt8] = big(8, 4) + big(8, 4) + big(4, 2) + [7, 7, 0, 0]
    let brand = Array("jp2 ".utf8)
    let space: [UInt8] = [1, 0, 0, 0, 0, 0, 12]
    let header: [UInt8] = box("ihdr", size) + box("colr", space)
    var bytes: [UInt8] = box("jP  ", [13, 10, 0x87, 10])
    bytes += box("ftyp", brand + big(0, 4) + brand)
    bytes += box("jp2h", header)
    bytes += box("jp2c", [0xff, 0x4f, 0xff, 0x51] + [UInt8](repeating: 0, count: 60))
    #expect(decodingError(bytes) == .unsupported(file: "image", detail: "a JPEG 2000 image of CMYK"))
  }
}
