import SeguePlatform
import SegueFiles
import SegueFormats
import SeguePixels
import Synchronization

/// A sink that encodes video with the user's ffmpeg, to a file or an open descriptor.
///
/// For a file, ffmpeg writes to a hidden file. The hidden file is renamed after ffmpeg has read all bytes and
/// exited with success.
final class FFmpegSink: ByteSink {
  private let target: StreamTarget
  private let format: any VideoFormat
  /// The stream format in which frames are passed to ffmpeg.
  let input: any StreamFormat
  private let encoderOptions: [(key: String, value: String)]
  /// The sound that accompanies the frames; nil for none.
  private let sound: SoundPart?
  private let policy: WritePolicy
  private let maxBytes: Int
  private let onStart: @Sendable ([String]) -> Void
  private let encoder = Mutex<Encoder?>(nil)
  /// The running ffmpeg, for `interrupt`.
  ///
  /// While `end` waits for ffmpeg, `running` is still set, but `encoder` is already nil.
  private let running = Mutex<StartedProgram?>(nil)

  private struct Encoder {
    /// The hidden file; nil if ffmpeg writes to a descriptor.
    let file: PartialFile?
    let pipe: Int32
    let program: StartedProgram
  }

  init(
    _ target: StreamTarget, _ format: any VideoFormat, _ input: any StreamFormat,
    encoderOptions: [(key: String, value: String)],
    sound: SoundPart?, _ policy: WritePolicy, maxBytes: Int = .max,
    onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.onStart = onStart
    (self.target, self.format, self.input) = (target, format, input)
    (self.encoderOptions, self.sound, self.policy) = (encoderOptions, sound, policy)
    self.maxBytes = maxBytes
  }

  /// The name of the output for error messages.
  private var file: String { target.name }

  /// Checks the frame size, checks whether the output file may be written, and passes the command line of
  /// ffmpeg to `onStart`.
  func check(size: PixelSize, rate: FrameRate) throws {
    try format.check(size, named: file)
    var hidden: String?
    if case .file(let file) = target, !isSpecial(file) {
      try PartialFile.checkIsFree(file, overwrite: policy.existing == .overwrite)
      hidden = hiddenName(of: file, ".partial")
    }
    onStart(words(size, rate, hidden: hidden))
  }

  /// Returns the command line of ffmpeg, which writes to the file `hidden`, or to standard output if `hidden`
  /// is nil.
  private func words(_ size: PixelSize, _ rate: FrameRate, hidden: String?) -> [String] {
    let details = format.videoDetails
    return ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"] + SoundPart.strictness(with: sound)
      // Without -r, ffmpeg guesses the frame rate from timestamps, for example 120 instead of 119 frames a
      // second.
      + input.ffmpegInput(size: size, rate: rate) + ["-r", "\(rate.numerator)/\(rate.denominator)"]
      + ["-i", "pipe:0"] + (sound?.input ?? []) + details.ffmpegInput + reproducible + options(rate)
      + soundOptions + details.ffmpegOptions(input: sound == nil ? 1 : 2)
      + (hidden == nil ? format.ffmpegPipeOptions ?? [] : [])
      + encoderOptions.flatMap { ["-\($0.key)", $0.value] }
      + (hidden.map { ["-y", "file:\($0)"] } ?? ["pipe:1"])
  }

  /// Creates the hidden file and starts ffmpeg.
  func open(size: PixelSize, rate: FrameRate) throws {
    try format.check(size, named: file)
    var partial: PartialFile?
    var descriptor: Int32?
    // Closes a named pipe in this process after ffmpeg has inherited it.
    var opened: Int32?
    defer { if let opened { close(opened) } }
    switch target {
    case .file(let file) where isSpecial(file):
      opened = try openSpecial(file)
      descriptor = opened
    case .file(let file):
      try createFolder(of: file)
      partial = try PartialFile(file, overwrite: policy.existing == .overwrite)
    case .descriptor(let number, _): descriptor = number
    }
    let words = words(size, rate, hidden: partial?.temporary)
    onStart(words)
    let pipe = try makePipe()
    defer { close(pipe.reading) }
    do throws(ProgramError) {
      let program = try StartedProgram(
        words, input: pipe.reading, output: descriptor, failingWith: SoundPart.trailerFailure)
      running.withLock { $0 = program }
      encoder.withLock { $0 = Encoder(file: partial, pipe: pipe.writing, program: program) }
    } catch {
      close(pipe.writing)
      throw error.exportError(file: file)
    }
  }

  private var soundOptions: [String] {
    guard let sound, let codec = format.ffmpegSoundOptions else { return [] }
    return ["-map", "0:v:0"] + sound.output(codec)
  }

  private func options(_ rate: FrameRate) -> [String] {
    if !(format.input is Formats.RGBA), input is Formats.RGBA, let options = format.ffmpegAlphaOptions {
      return options
    }
    return format.ffmpegOptions(rate: rate)
  }

  /// Writes frames to ffmpeg.
  ///
  /// Returns 0: the bytes of raw frames are not bytes of the video file.
  func write(_ bytes: Span<UInt8>) throws -> Int {
    guard let pipe = encoder.withLock({ $0?.pipe }) else { return 0 }
    do throws {
      try writeAll(bytes, to: pipe, named: file)
    } catch {
      // A failed write only shows that ffmpeg has ended; ffmpeg's messages have the reason.
      _ = try end()
      throw endedEarly
    }
    if maxBytes < .max, let file = encoder.withLock({ $0?.file }) { try checkBytes(file.count) }
    return 0
  }

  private func checkBytes(_ count: Int) throws(ExportError) {
    guard count <= maxBytes else { throw .tooManyBytes(file: file, count: count, limit: maxBytes) }
  }

  private var endedEarly: ExportError {
    .encoderFailed(file: file, reason: "ffmpeg ended before it had every frame")
  }

  /// Waits until ffmpeg ends, and renames the file to its final name.
  func finish() throws -> Int {
    guard encoder.withLock({ $0?.pipe }).map(waitUntilRead) ?? true else {
      _ = try end()
      throw endedEarly
    }
    guard let encoder = try end(), let partial = encoder.file else { return 0 }
    guard partial.count > 0 else {
      throw ExportError.encoderFailed(file: file, reason: "ffmpeg wrote nothing")
    }
    let bytes = partial.count
    try checkBytes(bytes)
    try partial.publish(durable: policy.isDurable)
    if policy.isDurable { try syncFolder(of: partial.file) }
    return bytes
  }

  /// Kills ffmpeg and removes the unfinished file.
  func abandon() {
    interrupt()
    _ = try? end()
  }

  /// Kills ffmpeg.
  func interrupt() { running.withLock { $0 }?.interrupt() }

  /// Closes the pipe and waits until ffmpeg ends; nil if another call has done so.
  private func end() throws -> Encoder? {
    guard let encoder = encoder.withLock({ $0.take() }) else { return nil }
    close(encoder.pipe)
    guard let complaint = encoder.program.wait() else { return encoder }
    // Reports by another error that the reader of ffmpeg's output has closed the pipe.
    if encoder.file == nil && complaint.hasSuffix(brokenPipe) {
      throw FileError.writeFailed(file: file, reason: brokenPipe)
    }
    throw sound?.error(complaint) ?? .encoderFailed(file: file, reason: "ffmpeg: \(complaint)")
  }
}

/// The options of ffmpeg for reproducible files; without them, Matroska and WebM contain random identifiers.
package let reproducible = ["-fflags", "+bitexact"]

private let brokenPipe = String(cString: strerror(EPIPE))
