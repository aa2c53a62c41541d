import SegueFiles
package import SegueFormats

/// The part of a soundtrack that goes with some frames.
package struct SoundPart: Sendable {
  private let track: Soundtrack
  /// Seconds of the whole before the first frame, and of the frames.
  private let start: Double
  private let seconds: Double
  /// Whether ffmpeg passes over something while it decodes, so that errors must not end it.
  private var isLenient = false
  /// A warning of the damage that ffmpeg names and passes over; nil where there is none.
  package private(set) var warning: String?

  /// Takes the part that goes with frames of some numbers.
  package init(_ track: Soundtrack, frames: Range<Int>, rate: FrameRate) {
    func time(_ frames: Int) -> Double { Double(frames) * Double(rate.denominator) / Double(rate.numerator) }
    (self.track, start, seconds) = (track, time(frames.lowerBound), time(frames.count))
  }

  /// Decodes the part by ffmpeg, and no more of the sound.
  ///
  /// Sound that is shorter is decoded once: it is the same from the second time on. An hour of MP3 takes some 7 s.
  ///
  /// - Returns: The part with what is known of it then.
  /// - Throws: `ExportError.unusableSound` where nothing plays; `ExportError` where ffmpeg cannot be run; `FileError` where the
  ///   file is missing.
  package func tried() throws -> SoundPart {
    let file = track.file
    guard try readStart(of: file, count: 1) != nil else {
      throw ExportError.unusableSound(file: file, reason: "it is a device or a pipe, where a file is needed")
    }
    // A moment of it: whether there is any.
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
    // Nothing is said of a WAV file of unknown length, of which only the last packet is shorter than others.
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

  /// The last line that ffmpeg says of what is wrong.
  private static func line(_ output: ProgramOutput) -> String? {
    output.complaint.split(whereSeparator: \.isNewline).last { !$0.contains("Last message repeated") }
      .map { "ffmpeg: \($0)" }
  }

  /// An error about the sound, where an error of ffmpeg's names its file.
  func error(_ complaint: some StringProtocol) -> ExportError? {
    complaint.contains(track.file) ? .unusableSound(file: track.file, reason: "ffmpeg: \(complaint)") : nil
  }

  /// ffmpeg's options that say how it reads the sound.
  var input: [String] { track.ffmpegInput(from: start, seconds: seconds) }

  /// ffmpeg's options that choose the sound of its second input and encode it.
  func output(_ codec: [String]) -> [String] {
    // Where packets are passed over, silence keeps what follows in its place.
    let filter = (isLenient ? "aresample=async=1," : "") + track.ffmpegFilter(from: start, seconds: seconds)
    return ["-map", "1:a:0", "-filter:a", filter] + codec
  }

  /// ffmpeg's options by which errors end it.
  ///
  /// Without them ffmpeg 5.1 says that a trailer did not fit on the disk, and exits with 0. With them it ends at damage of the
  /// sound that every player passes over.
  static func strictness(with sound: SoundPart?) -> [String] { sound?.isLenient ?? false ? [] : ["-xerror"] }

  /// A part of the line that ffmpeg says where it could not write all and exits with 0.
  static let trailerFailure = "Error writing trailer"
}
