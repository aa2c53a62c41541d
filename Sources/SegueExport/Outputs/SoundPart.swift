import SegueFiles
package import SegueFormats

/// The part of a soundtrack for a range of frames.
package struct SoundPart: Sendable {
  private let track: Soundtrack
  /// The start and the duration of the frames, in seconds.
  private let start: Double
  private let seconds: Double
  /// Whether ffmpeg skips damage while it decodes, so that errors must not be fatal.
  private var isLenient = false
  /// A warning with the damage that ffmpeg reports and skips; nil if it reports none.
  package private(set) var warning: String?

  /// Takes the part for a range of frames.
  package init(_ track: Soundtrack, frames: Range<Int>, rate: FrameRate) {
    func time(_ frames: Int) -> Double { Double(frames) * Double(rate.denominator) / Double(rate.numerator) }
    (self.track, start, seconds) = (track, time(frames.lowerBound), time(frames.count))
  }

  /// Decodes the part by ffmpeg as a trial; reads no more of the sound than the part needs.
  ///
  /// A sound shorter than the part is decoded once, not for each repetition. (An hour of MP3 takes some 7 s.)
  ///
  /// - Returns: The part, with the damage found.
  /// - Throws: `ExportError.unusableSound` if nothing can be decoded; `ExportError` if ffmpeg cannot be run;
  ///   `FileError` if the file is missing.
  package func tried() throws -> SoundPart {
    let file = track.file
    guard try readStart(of: file, count: 1) != nil else {
      throw ExportError.unusableSound(file: file, reason: "it is a device or a pipe, where a file is needed")
    }
    // Decodes 50 ms, to find out whether there is any sound.
    let moment = try decode(Soundtrack.reading(file), ["-t", "0.05", "-f", "s16le", "pipe:1"])
    guard !moment.bytes.isEmpty else {
      let isMissing = moment.complaint.isEmpty || moment.complaint.contains("matches no streams")
      throw ExportError.unusableSound(
        file: file, reason: isMissing ? "it has none" : Self.line(moment) ?? "it has none")
    }
    let part = track.part(from: start, seconds: seconds) + Soundtrack.reading(file)
    let nowhere = ["-f", "null", "-"]
    guard try !decode(["-xerror"] + part, nowhere).isSuccess else { return self }
    let played = try decode(part, nowhere)
    let line = Self.line(played)
    guard played.isSuccess else {
      throw ExportError.unusableSound(file: file, reason: line ?? "ffmpeg cannot decode it")
    }
    var tried = self
    tried.isLenient = true
    // nil for a WAV file of unknown length: its last packet is short, and ffmpeg has no message for that.
    tried.warning = line.map { "\(file): the sound is damaged, and used as far as it plays: \($0)" }
    return tried
  }

  /// Runs ffmpeg on the first stream of sound.
  private func decode(_ input: [String], _ output: [String]) throws -> ProgramOutput {
    do throws(ProgramError) {
      return try runProgram(
        ["ffmpeg", "-nostdin", "-v", "error"] + input + ["-map", "0:a:0"] + output, input: [], limit: 1 << 20,
        seconds: 600 + track.start + start + seconds)
    } catch {
      throw error.exportError(file: track.file)
    }
  }

  /// The last message of ffmpeg, except for notes about repetitions.
  private static func line(_ output: ProgramOutput) -> String? {
    output.complaint.split(whereSeparator: \.isNewline).last { !$0.contains("Last message repeated") }
      .map { "ffmpeg: \($0)" }
  }

  /// An error about the sound, if ffmpeg's message names the sound's file; else nil.
  func error(_ complaint: some StringProtocol) -> ExportError? {
    complaint.contains(track.file) ? .unusableSound(file: track.file, reason: "ffmpeg: \(complaint)") : nil
  }

  /// ffmpeg's input options for the sound.
  var input: [String] { track.ffmpegInput(from: start, seconds: seconds) }

  /// ffmpeg's options that select the sound of the second input, filter it and encode it.
  func output(_ codec: [String]) -> [String] {
    // Replaces skipped packets by silence, so that later sound keeps its time.
    let filter = (isLenient ? "aresample=async=1," : "") + track.ffmpegFilter(from: start, seconds: seconds)
    return ["-map", "1:a:0", "-filter:a", filter] + codec
  }

  /// ffmpeg's option that makes errors fatal; none for a damaged soundtrack.
  ///
  /// Without the option, ffmpeg 5.1 exits with 0 even if the trailer did not fit on the disk. With the
  /// option, ffmpeg ends at damage of the sound that every player skips.
  static func strictness(with sound: SoundPart?) -> [String] { sound?.isLenient ?? false ? [] : ["-xerror"] }

  /// A part of ffmpeg's message about an incomplete file; its exit code is 0 nevertheless.
  static let trailerFailure = "Error writing trailer"
}
