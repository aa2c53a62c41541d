import Dispatch
import Glibc
import SegueFiles
import SegueFormats
import SeguePixels
import Subprocess
import Synchronization

/// A video file that the user's ffmpeg makes of a stream of frames.
///
/// ffmpeg is started without a shell, in a process group of its own, so that Ctrl-C does not reach it. It writes to a
/// hidden name, which becomes the file when ffmpeg has taken every byte and ended well.
final class FFmpegSink: ByteSink {
  private let file: String
  private let format: any VideoFormat
  private let encoderOptions: [(key: String, value: String)]
  private let policy: WritePolicy
  private let onStart: @Sendable ([String]) -> Void
  private let encoder = Mutex<Encoder?>(nil)
  /// Running from `open` on: `encoder` is gone while its end is waited for.
  private let running = Mutex<Task<Complaint?, Never>?>(nil)

  private struct Encoder {
    let file: PartialFile
    let pipe: Int32
    let task: Task<Complaint?, Never>
  }

  /// Why ffmpeg did not end well.
  private enum Complaint {
    case missing
    case said(String)
  }

  init(
    _ file: String, _ format: any VideoFormat, encoderOptions: [(key: String, value: String)],
    _ policy: WritePolicy, onStart: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.onStart = onStart
    (self.file, self.format, self.encoderOptions, self.policy) = (file, format, encoderOptions, policy)
  }

  /// Finds out, before anything is rendered, whether ffmpeg is on the PATH.
  ///
  /// - Throws: `ExportError.missingProgram`.
  func checkProgram() throws {
    let found = wait(
      for: Task { (try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit)) != nil })
    guard found else { throw ExportError.missingProgram("ffmpeg", file: file) }
  }

  /// Creates the hidden file and starts ffmpeg.
  func open(_ stream: any StreamFormat, size: PixelSize, rate: FrameRate) throws {
    try format.check(size, named: file)
    try createFolder(of: file)
    let partial = try PartialFile(file, overwrite: policy.existing == .overwrite)
    let arguments =
      ["-nostdin", "-hide_banner", "-v", "error"]
      // Without it ffmpeg 5.1 says that a trailer did not fit on the disk, and exits with 0.
      + ["-xerror"] + stream.ffmpegInput(size: size, rate: rate)
      + ["-i", "pipe:0"] + format.ffmpegOptions(rate: rate)
      + encoderOptions.flatMap { ["-\($0.key)", $0.value] }
      + ["-y", "file:\(partial.temporary)"]
    onStart(["ffmpeg"] + arguments)
    let pipe = try makePipe()
    let task = Task.detached { await Self.run(arguments, input: pipe.reading) }
    running.withLock { $0 = task }
    encoder.withLock { $0 = Encoder(file: partial, pipe: pipe.writing, task: task) }
  }

  /// Hands bytes to ffmpeg; they are no bytes of the file.
  func write(_ bytes: Span<UInt8>) throws -> Int {
    guard let pipe = encoder.withLock({ $0?.pipe }) else { return 0 }
    do throws {
      try writeAll(bytes, to: pipe, named: file)
      return 0
    } catch {
      // The pipe says only that ffmpeg has gone; ffmpeg says why.
      _ = try end()
      throw endedEarly
    }
  }

  private var endedEarly: ExportError {
    .encoderFailed(file: file, reason: "ffmpeg ended before it had every frame")
  }

  /// Waits until ffmpeg has ended, and gives the file its name.
  func finish() throws -> Int {
    guard encoder.withLock({ $0?.pipe }).map(waitUntilRead) ?? true else {
      _ = try end()
      throw endedEarly
    }
    guard let partial = try end() else { return 0 }
    guard partial.count > 0 else {
      throw ExportError.encoderFailed(file: file, reason: "ffmpeg wrote nothing")
    }
    let bytes = partial.count
    try partial.publish(durable: policy.isDurable)
    if policy.isDurable { try syncFolder(of: file) }
    return bytes
  }

  /// Ends ffmpeg at once and leaves no file.
  func abandon() {
    interrupt()
    _ = try? end()
  }

  /// Ends ffmpeg at once.
  func interrupt() { running.withLock { $0?.cancel() } }

  /// Closes the pipe and waits for ffmpeg's end; nil where it was waited for before.
  private func end() throws -> PartialFile? {
    guard let encoder = encoder.withLock({ $0.take() }) else { return nil }
    close(encoder.pipe)
    switch wait(for: encoder.task) {
    case nil: return encoder.file
    case .missing?: throw ExportError.missingProgram("ffmpeg", file: file)
    case .said(let line)?: throw ExportError.encoderFailed(file: file, reason: "ffmpeg: \(line)")
    }
  }

  private static func run(_ arguments: [String], input: Int32) async -> Complaint? {
    var platform = PlatformOptions()
    platform.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .name("ffmpeg"), arguments: Arguments(arguments), platformOptions: platform,
        input: .fileDescriptor(.init(rawValue: input), closeAfterSpawningProcess: true), output: .discarded,
        error: .string(limit: 1 << 20))
      if result.terminationStatus.isSuccess { return nil }
      return .said(
        result.standardError.split(whereSeparator: \.isNewline).last.map(String.init)
          ?? "\(result.terminationStatus)")
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .missing
    } catch {
      return .said("\(error)")
    }
  }
}

/// Waits for a task where nothing is asynchronous: on workers' threads, which the task does not need.
func wait<Value: Sendable>(for task: Task<Value, Never>) -> Value {
  let done = DispatchSemaphore(value: 0)
  let value = Mutex<Value?>(nil)
  Task.detached {
    let result = await task.value
    value.withLock { $0 = result }
    done.signal()
  }
  while true {
    done.wait()
    if let value = value.withLock({ $0 }) { return value }
  }
}
