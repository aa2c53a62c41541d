import Glibc
import SegueFormats
import SeguePixels
import SegueTestSupport
import Testing

/// Compares PAM, PFM and PHM with ffmpeg, in both directions.
@Suite("PNM, by ffmpeg", .enabled(if: hasFFmpeg, ffmpegMissing)) struct PNMByFFmpegTests {
  private static let size = PixelSize(width: 13, height: 7)

  @Test(
    "A PAM by ffmpeg decodes as in ffmpeg",
    arguments: [
      ("rgb24", 0), ("rgba", 0), ("gray", 0), ("ya8", 0), ("rgb48be", 1), ("rgba64be", 1),
      ("gray16be", 1), ("ya16be", 1),
    ])
  func pam(pixels: String, apart: Int) throws {
    let straight = MadePicture.noise(Self.size, opaque: false, seed: 5)
    let file = try encodedByFFmpeg(straight, Self.size, as: "pam", ["-pix_fmt", pixels])
    #expect(file.starts(with: "P7\n".utf8))
    let theirs = try decodedByFFmpeg(file, as: "pam_pipe")
    let ours = try Bitmap(decoding: file)
    #expect(ours.size == Self.size)
    try #require(theirs.count == straight.count)
    // Colors of transparent pixels are ignored.
    let most = stride(from: 0, to: theirs.count, by: 4).map { place -> Int in
      let isClear = theirs[place + 3] == 0
      return (isClear ? 3..<4 : 0..<4).map {
        abs(Int(theirs[place + $0]) - Int(ours.straightBytes[place + $0]))
      }.max() ?? 0
    }.max()
    #expect(most ?? 255 <= apart)
    if pixels == "rgba" { #expect(ours.straightBytes == theirs) }
  }

  @Test(
    "A PFM or PHM by ffmpeg has exact floats", arguments: ["pfm", "phm"], ["gbrpf32le", "grayf32le"])
  func pfm(encoder: String, pixels: String) throws {
    let count = Self.size.width * Self.size.height
    // Values from below 0 to above 1, exact in half precision.
    let planes = pixels == "grayf32le" ? 1 : 3
    let values = (0..<planes * count).map { index -> Float in Float(index * 37 % 640 - 64) / 512 }
    let raw = values.flatMap { value in little32(Int(value.bitPattern)) }
    let file = try encodedByFFmpeg(raw, Self.size, as: encoder, ["-pix_fmt", pixels], pixels: pixels)
    let theirs = try decodedByFFmpeg(file, as: encoder + "_pipe", ["-pix_fmt", pixels])
    #expect(theirs == raw)
    let ours = try Bitmap(decoding: file).straightBytes
    // Raw planes are green, blue and red. ffmpeg stores PFM and PHM top-down; Segue reads PFM bottom-up.
    let expected = places(fromTop: encoder == "phm").flatMap { pixel -> [UInt8] in
      let samples = planes == 1 ? [0, 0, 0] : [2, 0, 1]
      let color = samples.map { plane -> UInt8 in
        let value: Float = min(max(values[plane * count + pixel], 0), 1)
        return UInt8((value * 255).rounded())
      }
      return color + [255]
    }
    #expect(ours == expected)
  }

  /// Lists the indexes of stored pixels, row by row from the picture's top.
  private func places(fromTop: Bool) -> [Int] {
    let rows = fromTop ? Array(0..<Self.size.height) : (0..<Self.size.height).reversed()
    return rows.flatMap { row in (0..<Self.size.width).map { row * Self.size.width + $0 } }
  }

  @Test("Segue and ffmpeg read PFM files of both byte orders alike", arguments: [-1, 1])
  func orders(scale: Int) throws {
    let count = Self.size.width * Self.size.height
    let values = (0..<3 * count).map { Float($0 * 29 % 509) / 508 }
    let raster = values.flatMap { value in
      scale < 0 ? little32(Int(value.bitPattern)) : little32(Int(value.bitPattern)).reversed()
    }
    let file = Array("PF\n\(Self.size.width) \(Self.size.height)\n\(scale).0\n".utf8) + raster
    let raw = try decodedByFFmpeg(file, as: "pfm_pipe", ["-pix_fmt", "gbrpf32le"])
    try #require(raw.count == 12 * count)
    let theirs = (0..<3 * count).map { place in
      Float(bitPattern: raw[4 * place..<4 * place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    let expected = places(fromTop: false).flatMap { pixel -> [UInt8] in
      [2, 0, 1].map { UInt8((theirs[$0 * count + pixel] * 255).rounded()) } + [255]
    }
    #expect(try Bitmap(decoding: file).straightBytes == expected)
  }
}
