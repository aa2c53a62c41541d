import SegueFiles
import SeguePixels
import SegueTestSupport
import Testing

/// A file with its expected pixels, to be read, cut and damaged.
struct MadePicture: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: [UInt8]
  let size: PixelSize
  /// Straight RGBA, row by row from the top.
  let straight: [UInt8]

  /// Makes random pixels; unless all are opaque, a third is transparent and a third opaque.
  static func noise(_ size: PixelSize, opaque: Bool, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed)
    return (0..<size.width * size.height).flatMap { _ -> [UInt8] in
      let alpha: UInt8 =
        opaque
        ? 255 : [0, 255, .random(in: 1...254, using: &generator)].randomElement(using: &generator) ?? 0
      // Neighbors are often equal, for encoders of runs and differences.
      let near = UInt8.random(in: 0...5, using: &generator)
      let colors: [UInt8] = [0, 40, 128, 250]
      let color = colors.randomElement(using: &generator) ?? 0
      return [color &+ near, color, color &+ near / 2, alpha]
    }
  }
}

/// Decodes a file by ffmpeg to straight RGBA of all frames; empty if that fails.
func decodedByFFmpeg(_ bytes: [UInt8], as demuxer: String, _ output: [String] = []) throws -> [UInt8] {
  let command =
    ["ffmpeg", "-nostdin", "-v", "error", "-xerror"]
    + (demuxer.hasSuffix("_pipe") ? ["-frame_size", "\(bytes.count)"] : [])
    + ["-f", demuxer, "-i", "pipe:0", "-vsync", "0", "-pix_fmt", "rgba"] + output + [
      "-f", "rawvideo", "pipe:1",
    ]
  return try runProgram(command, input: bytes, limit: 1 << 26, seconds: 60).bytes
}

/// Decodes files by one start of ffmpeg, each to straight RGBA; all are empty if one fails.
func decodedByFFmpeg(_ files: [[UInt8]], as demuxer: String) throws -> [[UInt8]] {
  let folder = try TemporaryFolder()
  var inputs: [String] = []
  var outputs: [String] = []
  for (index, bytes) in files.enumerated() {
    let file = try folder.write(bytes, "\(index).in")
    inputs += ["-frame_size", "\(bytes.count)", "-f", demuxer, "-i", file]
    outputs += [
      "-map", "\(index):v", "-vsync", "0", "-pix_fmt", "rgba", "-f", "rawvideo", folder.file("\(index)"),
    ]
  }
  let result = try runProgram(
    ["ffmpeg", "-nostdin", "-v", "error", "-xerror"] + inputs + outputs, input: [], limit: 1 << 20,
    seconds: 60)
  guard result.isSuccess else { return files.map { _ in [] } }
  return try files.indices.map { try contents(of: folder.file("\($0)")) }
}

/// Encodes straight RGBA by ffmpeg.
func encodedByFFmpeg(
  _ straight: [UInt8], _ size: PixelSize, as encoder: String, _ output: [String] = [], pixels: String = "rgba"
) throws -> [UInt8] {
  let command =
    [
      "ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pixel_format", pixels, "-video_size",
      "\(size)",
    ]
    + ["-i", "pipe:0", "-c:v", encoder] + output + ["-f", "image2pipe", "pipe:1"]
  let result = try runProgram(command, input: straight, limit: 1 << 26, seconds: 60)
  try #require(result.isSuccess, "\(result.complaint)")
  return result.bytes
}

/// Checks a readable format: pixels, cuts at every byte, damage in every byte, and sizes beyond the limit.
func checkReading(
  _ made: MadePicture, least: Int, sides: (at: Int, count: Int, isLittle: Bool)?, needed: Int? = nil
) throws {
  let bitmap = try Bitmap(decoding: made.bytes)
  #expect(bitmap.size == made.size)
  #expect(bitmap.straightBytes == made.straight)
  let needed = needed ?? made.bytes.count
  for count in 0..<needed where isTried(count, of: needed) {
    switch decodingError(Array(made.bytes.prefix(count)))?.code {
    case .imageNotAnImage? where count < least: break
    case .imageTruncated?: break
    case let code: Issue.record("\(count) bytes: \(String(describing: code))")
    }
  }
  // Any value of any byte gives a picture or an error, without a crash.
  for index in made.bytes.indices where isTried(index, of: made.bytes.count) {
    for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff, made.bytes[index] ^ 0x10, made.bytes[index] ^ 1] {
      var bytes = made.bytes
      bytes[index] = value
      _ = decodingError(bytes, options: DecodeOptions(maxPixels: 1 << 16))
    }
  }
  let outcome = Fuzz.run(rounds: Fuzz.rounds / 4, seed: 28, options: DecodeOptions(maxPixels: 1 << 16)) {
    var bytes = made.bytes
    Fuzz.flip(&bytes, using: &$0)
    if Int.random(in: 0..<4, using: &$0) == 0 { bytes.removeLast(.random(in: 0...20, using: &$0)) }
    return bytes
  }
  #expect(outcome.wrong.isEmpty && outcome.errors > 0)
  #expect(outcome.slowest < 5)
  #expect(
    decodingError(made.bytes, options: DecodeOptions(maxPixels: made.straight.count / 4 - 1))
      == .tooLarge(file: "image", size: made.size, limit: made.straight.count / 4 - 1))
  guard let sides else { return }
  for number in [0, sides.count == 2 ? 0xffff : 0x7fff_ffff] {
    var bytes = made.bytes
    for side in 0..<2 {
      for index in 0..<sides.count {
        let shift = 8 * (sides.isLittle ? index : sides.count - 1 - index)
        bytes[sides.at + side * sides.count + index] = UInt8(truncatingIfNeeded: number >> shift)
      }
    }
    let error = decodingError(bytes)
    switch error?.code {
    case .imageDamaged? where number == 0: break
    case .imageTooLarge? where number > 0:
      #expect(error?.size == PixelSize(width: number, height: number))
    default: Issue.record("sides of \(number): \(String(describing: error))")
    }
  }
}

/// Returns whether a file is damaged or cut at a byte: at every byte near the ends, and at every third byte
/// between the ends.
///
/// `scripts/soak whole` tries every byte.
private func isTried(_ place: Int, of count: Int) -> Bool {
  isWhole || place < 64 || place >= count - 16 || place % 3 == 0
}

/// Little-endian numbers of two and four bytes.
func little16(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
}
func little32(_ number: Int) -> [UInt8] { little16(number) + little16(number >> 16) }
