import Foundation
import SegueFiles
import SegueTestSupport
import Testing

/// Runs a program and returns its standard output; fails the test if the program fails.
func output(of words: [String]) throws -> [UInt8] {
  let output = try runProgram(words, input: [], limit: 1 << 28, seconds: 120)
  try #require(output.isSuccess, "\(words): \(output.complaint)")
  return output.bytes
}

/// Clips that ffmpeg makes.
struct ClipFixtures {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a clip of 64x48 pixels from filters and options of ffmpeg.
  ///
  /// `sound` is an expression of the time; nil makes no sound.
  func make(
    _ name: String, rate: String = "25", seconds: Double = 1, filters: String = "null", sound: String? = nil,
    _ options: [String] = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "12"]
  ) throws -> String {
    let file = folder.file(name)
    let source = "testsrc2=s=64x48:r=\(rate):d=\(seconds),\(filters)"
    var words = ["-f", "lavfi", "-i", source]
    if let sound { words += ["-f", "lavfi", "-i", "aevalsrc='\(sound)':s=48000:d=\(seconds)"] }
    try SharedClips.write(words + options + (sound == nil ? [] : ["-c:a", "pcm_s16le"]), to: file)
    return file
  }

  /// The hashes of the frames that ffmpeg decodes; `options` are those of the input.
  func hashes(_ file: String, _ filters: String = "null", reading options: [String] = []) throws -> [String] {
    let words = ["ffmpeg", "-v", "error"] + options + ["-i", file, "-map", "0:v:0", "-vf", filters]
    let text = String(
      decoding: try output(of: words + ["-vsync", "passthrough", "-f", "framemd5", "-"]), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
