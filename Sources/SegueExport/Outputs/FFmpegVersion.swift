import SegueFiles

/// The version of the ffmpeg on the PATH, as it says it: `5.1.9-0+deb12u1`; nil where there is none or it says none.
package func ffmpegVersion() -> String? {
  let said = try? runProgram(["ffmpeg", "-version"], input: [], limit: 1 << 16, seconds: 60).bytes
  // `ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2024 the FFmpeg developers`.
  let words = String(decoding: said ?? [], as: UTF8.self).prefix { !$0.isNewline }.split(separator: " ")
  guard words.count > 2, words[1] == "version" else { return nil }
  return String(words[2])
}
