import SegueFiles
package import SegueFormats

/// One video of many that follow one another, each beginning with a whole frame: copied, not encoded again.
package struct SegmentJoin {
  /// The segments in order, and how many frames each has.
  let segments: [(file: String, frames: Int)]
  /// What they are.
  let format: any VideoFormat
  let rate: FrameRate
  let sound: SoundPart?

  /// Describes a join.
  package init(
    _ segments: [(file: String, frames: Int)], _ format: any VideoFormat, rate: FrameRate, sound: SoundPart?
  ) {
    (self.segments, self.format, self.rate, self.sound) = (segments, format, rate, sound)
  }

  /// Whether segments of a format can be copied behind one another, whatever their frames are: one that has transparency
  /// only where frames have would begin anew in the middle.
  package static func canJoin(_ format: any VideoFormat) -> Bool {
    format.ffmpegAlphaOptions == nil && format.ffmpegPipeOptions != nil
  }

  /// The words that start ffmpeg, which reads the list of segments from its standard input.
  package func words(to file: String) -> [String] {
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"]
    words += SoundPart.strictness(with: sound)
    words += ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
    words += sound?.input ?? []
    words += ["-map", "0:v:0", "-c:v", "copy"]
    if let sound, let codec = format.ffmpegSoundOptions { words += sound.output(codec) }
    // Of the format's options those of the container: nothing is encoded.
    let options = format.ffmpegOptions(rate: rate)
    for (key, value) in zip(options, options.dropFirst()) where ["-f", "-movflags"].contains(key) {
      words += [key, value]
    }
    return words + ["-y", "file:\(file)"]
  }

  /// What ffmpeg reads of the segments.
  private var list: String {
    let lines = segments.flatMap { file, frames in
      [
        "file \(shellQuoted("file:\(file)"))",
        "duration \(Double(frames) / rate.perSecond)",
      ]
    }
    return (["ffconcat version 1.0"] + lines).joined(separator: "\n") + "\n"
  }

  /// Joins them in a file that appears when it is whole.
  ///
  /// - Returns: How many bytes it has.
  /// - Throws: `ExportError` where ffmpeg is missing or fails, or a segment has a name that its list cannot have;
  ///   `FileError` where the file cannot be written.
  package func write(to file: String, _ policy: WritePolicy) throws -> Int {
    // ffmpeg reads the list by lines, between quotes too.
    guard !segments.contains(where: { $0.file.utf8.contains { $0 == 10 || $0 == 13 } }) else {
      throw ExportError.unsupported(
        file: file, reason: "segments in a folder with a newline in its name cannot be joined; rename it")
    }
    if policy.existing != .overwrite && isRegularFile(file) { throw FileError.exists(file: file) }
    try createFolder(of: file)
    let partial = try PartialFile(file, overwrite: policy.existing == .overwrite)
    let output: ProgramOutput
    do throws(ProgramError) {
      output = try runProgram(
        words(to: partial.temporary), input: Array(list.utf8), limit: 1 << 16, seconds: 1e6)
    } catch {
      throw error.exportError(file: file)
    }
    let lines = output.complaint.split(whereSeparator: \.isNewline)
    let failure =
      output.isSuccess ? lines.last { $0.contains(SoundPart.trailerFailure) } : lines.last ?? "it failed"
    guard failure == nil, partial.count > 0 else {
      let line = failure ?? "it wrote nothing"
      throw sound?.error(String(line)) ?? .encoderFailed(file: file, reason: "ffmpeg: \(line)")
    }
    let bytes = partial.count
    try partial.publish(durable: policy.isDurable)
    if policy.isDurable { try syncFolder(of: file) }
    return bytes
  }
}
