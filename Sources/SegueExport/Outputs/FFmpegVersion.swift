import SegueFiles

/// The version of the ffmpeg on the PATH, in its own words: `5.1.9-0+deb12u1`; nil if unknown.
package func ffmpegVersion() -> String? {
  let said = try? runProgram(["ffmpeg", "-version"], input: [], limit: 1 << 16, seconds: 60).bytes
  // The first line: `ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2024 the FFmpeg developers`.
  let words = String(decoding: said ?? [], as: UTF8.self).prefix { !$0.isNewline }.split(separator: " ")
  guard words.count > 2, words[1] == "version" else { return nil }
  return String(words[2])
}
