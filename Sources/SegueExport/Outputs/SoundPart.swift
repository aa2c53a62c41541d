import SegueFiles
package import SegueFormats

/// The part of a soundtrack that accompanies a range of frames.
package struct SoundPart: Sendable {
  private let track: Soundtrack
  /// The start and the duration of the range of frames, in seconds.
  private let start: Double
  private let seconds: Double
  /// Whether the sound is damaged, so that errors while decoding must not end ffmpeg.
  private var isLenient = false
  /// A warning about damage that ffmpeg reports and skips; nil if there is none.
  package private(set) var warning: String?

  /// Selects the part of a soundtrack for a range of frames.
  package init(_ track: Soundtrack, frames: Range<Int>, rate: FrameRate) {
    func time(_ frames: Int) -> Double { Double(frames) * Double(rate.denominator) / Double(rate.numerator) }
    (self.track, start, seconds) = (track, time(frames.lowerBound), time(frames.count))
  }

  /// Decodes the part with ffmpeg as a test; reads no more of the sound than the part needs.
  ///
  /// A sound shorter than the part is decoded once, without repetitions. (An hour of MP3 takes some 7 s.)
  /// Sound that this process mixed is not decoded, which saves two of the twelve runs of ffmpeg in a join of
  /// two clips.
  ///
  /// - Returns: The part, with a warning if ffmpeg reports damage.
  /// - Throws: `ExportError.unusableSound` if nothing can be decoded; other `ExportError`s if ffmpeg cannot
  ///   be run; `FileError` if the file is missing.
  package func tried() throws -> SoundPart {
    if track.isMixed { return self }
    let file = track.file
    guard try readStart(of: file, count: 1, isInput: false) != nil else {
      throw ExportError.unusableSound(file: file, reason: "it is a device or a pipe, where a file is needed")
    }
    // Decodes the first 50 ms, to find out whether the file has sound.
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
    // A WAV file of unknown length gets no warning: its short last packet is no damage, and ffmpeg prints no
    // message.
    tried.warning = line.map { "\(file): the sound is damaged, and used as far as it plays: \($0)" }
    return tried
  }

  /// Decodes the first audio stream with ffmpeg.
  private func decode(_ input: [String], _ output: [String]) throws -> ProgramOutput {
    do throws(ProgramError) {
      return try runProgram(
        ["ffmpeg", "-nostdin", "-v", "error"] + input + ["-map", "0:a:0"] + output, input: [], limit: 1 << 20,
        seconds: 600 + track.start + start + seconds)
    } catch {
      throw error.exportError(file: track.file)
    }
  }

  /// Returns the last message of ffmpeg, ignoring notes about repeated messages.
  private static func line(_ output: ProgramOutput) -> String? {
    output.complaint.split(whereSeparator: \.isNewline).last { !$0.contains("Last message repeated") }
      .map { "ffmpeg: \($0)" }
  }

  /// Returns the error for a message of ffmpeg that names the sound file; nil for other messages.
  func error(_ complaint: some StringProtocol) -> ExportError? {
    complaint.contains(track.file) ? .unusableSound(file: track.file, reason: "ffmpeg: \(complaint)") : nil
  }

  /// The options of ffmpeg that open the sound as an input.
  var input: [String] { track.ffmpegInput(from: start, seconds: seconds) }

  /// Returns the options of ffmpeg that select the sound of the second input, filter it, and encode it by the
  /// encoder of the soundtrack or, if it has none, by `codec`.
  func output(_ codec: [String]) -> [String] {
    // Fills gaps of skipped packets with silence, so that later sound keeps its time.
    let filter = (isLenient ? "aresample=async=1," : "") + track.ffmpegFilter(from: start, seconds: seconds)
    return ["-map", "1:a:0", "-filter:a", filter] + (track.encoder ?? codec)
  }

  /// Returns the option of ffmpeg that makes errors fatal; not used for a damaged soundtrack.
  ///
  /// Without the option, ffmpeg 5.1 exits with 0 even if the disk was too full for the trailer. With this
  /// option, ffmpeg ends at damage in the sound that every player skips.
  static func strictness(with sound: SoundPart?) -> [String] { sound?.isLenient ?? false ? [] : ["-xerror"] }

  /// A part of the message that ffmpeg prints if it cannot complete the file, although its exit code is then
  /// 0.
  static let trailerFailure = "Error writing trailer"
}
