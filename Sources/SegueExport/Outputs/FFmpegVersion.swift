import Subprocess

/// The version of the ffmpeg on the PATH, as it says it: `5.1.9-0+deb12u1`; nil where there is none or it says none.
package func ffmpegVersion() -> String? {
  let line = wait(
    for: Task {
      try? await Subprocess.run(
        .name("ffmpeg"), arguments: ["-version"], output: .string(limit: 1 << 16), error: .discarded
      ).standardOutput.split(whereSeparator: \.isNewline).first
    })
  // `ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2024 the FFmpeg developers`.
  guard let words = line?.split(separator: " "), words.count > 2, words[1] == "version" else { return nil }
  return String(words[2])
}
