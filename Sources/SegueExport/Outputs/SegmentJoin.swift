import SegueFiles
package import SegueFormats

/// Concatenation of video segments by stream copy, without encoding.
///
/// Each segment begins with a key frame.
package struct SegmentJoin {
  /// The segments in order, each with its number of frames.
  let segments: [(file: String, frames: Int)]
  /// The format of the segments.
  let format: any VideoFormat
  let rate: FrameRate
  let sound: SoundPart?
  let details: VideoDetails
  /// The number of ticks a second of the segments' time stamps; nil if it is that which ffmpeg chooses.
  let ticks: Int?

  /// Makes the concatenation of the given segments, with sound, metadata and chapters.
  ///
  /// `ticks` is the number of ticks a second of the segments' time stamps, if ffmpeg has not chosen it.
  package init(
    _ segments: [(file: String, frames: Int)], _ format: any VideoFormat, rate: FrameRate, sound: SoundPart?,
    _ details: VideoDetails = VideoDetails(), ticks: Int? = nil
  ) {
    self.ticks = ticks
    (self.segments, self.format, self.rate, self.sound) = (segments, format, rate, sound)
    self.details = details
  }

  /// Whether segments of a format can be concatenated.
  ///
  /// False if the pixel layout depends on the transparency of frames, or if the format cannot be written to a
  /// pipe.
  package static func canJoin(_ format: any VideoFormat) -> Bool {
    format.ffmpegAlphaOptions == nil && format.ffmpegPipeOptions != nil
  }

  /// Returns the command line of ffmpeg, which reads the list of segments from its standard input.
  package func words(to file: String) -> [String] {
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"]
    words += SoundPart.strictness(with: sound)
    words += ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
    words += (sound?.input ?? []) + details.ffmpegInput
    words += reproducible + ["-map", "0:v:0", "-c:v", "copy"] + decodingTimes
    words += details.ffmpegOptions(input: sound == nil ? 1 : 2)
    if let sound, let codec = format.ffmpegSoundOptions { words += sound.output(codec) }
    // Keeps only the container's options, since the segments are copied without encoding.
    let options = format.ffmpegOptions(rate: rate)
    for (key, value) in zip(options, options.dropFirst()) where ["-f", "-movflags"].contains(key) {
      words += [key, value]
    }
    return words + ["-y", "file:\(file)"]
  }

  /// The options that set the decoding times of packets if a segment is too short for the encoder's reordering
  /// of frames; otherwise none.
  ///
  /// The decoding times of such a segment are later than those of longer segments, so that the times of the
  /// next segment would not increase. The new times precede the presentation by up to 16 frames, the maximum
  /// of H.264 and HEVC.
  private var decodingTimes: [String] {
    // Matroska stores no decoding times.
    guard format.ffmpegOptions(rate: rate).contains("-movflags"),
      segments.dropLast().contains(where: { $0.frames < 3 })
    else { return [] }
    // The filter's time base TB is that of the segments; ffmpeg would double a time base below 10000 in the file.
    return (ticks.map { ["-video_track_timescale", "\($0)"] } ?? []) + [
      "-bsf:v", "setts=pts=PTS:dts=(N-16)*\(rate.denominator)/(\(rate.numerator)*TB)",
    ]
  }

  /// The list of segments in ffmpeg's concat format.
  private var list: String {
    let lines = segments.flatMap { file, frames in
      [
        "file \(shellQuoted("file:\(file)"))",
        "duration \(Double(frames) / rate.perSecond)",
      ]
    }
    return (["ffconcat version 1.0"] + lines).joined(separator: "\n") + "\n"
  }

  /// Concatenates the segments to a file, which appears under its name only when it is complete.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - policy: The treatment of an existing file.
  ///   - check: Checks the complete file by its hidden name; an error removes the file.
  /// - Returns: The size of the file in bytes.
  /// - Throws: `ExportError` if ffmpeg is missing or fails, or if a segment's name cannot be written in
  ///   ffmpeg's list; `FileError` if the file cannot be written.
  package func write(
    to file: String, _ policy: WritePolicy, check: (String) throws -> Void = { _ in }
  ) throws -> Int {
    // ffmpeg splits the list at line ends, even inside quotes.
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
        words(to: partial.temporary), input: FileName.bytes(of: list), limit: 1 << 16, seconds: 1e6)
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
    try check(partial.temporary)
    try partial.publish(durable: policy.isDurable)
    if policy.isDurable { try syncFolder(of: file) }
    return bytes
  }
}
