import Dispatch
import Glibc
import SegueFiles
public import SegueFormats
public import SeguePixels
import Subprocess
import Synchronization

/// A video file that the user's ffmpeg makes of a stream of frames.
///
///     let video = VideoFile("movie.mp4", .mp4)
///     try exporter.export(frames: Array(0..<61), to: StreamOutput(video, rate: FrameRate(60)))
///
/// ffmpeg is started without a shell, in a process group of its own, so that Ctrl-C does not reach it. It writes to a
/// hidden name, which becomes the file when ffmpeg has taken every byte and ended well.
public final class VideoFile: ByteSink {
  /// The path.
  public let file: String
  /// What ffmpeg makes.
  public let format: VideoFormat
  /// How much of the color is kept; GIF leaves it aside.
  public let chroma: ChromaSubsampling
  /// How often a GIF is played, at most 65535 times; 0: for ever.
  public let loops: Int
  /// Options for ffmpeg's output, after those of the format: `("crf", "23")` is `-crf 23`.
  public let options: [(key: String, value: String)]
  private let overwrite: Bool
  private let isDurable: Bool
  private let encoder = Mutex<Encoder?>(nil)
  /// Running from `open` on: `encoder` is gone while its end is waited for.
  private let running = Mutex<Task<Complaint?, Never>?>(nil)
  private let finishedBytes = Atomic(0)

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

  /// Names a file.
  ///
  /// - Parameters:
  ///   - overwrite: Whether an existing file is replaced.
  ///   - isDurable: Whether the file is on the disk before it has its name, and its name at the end.
  public init(
    _ file: String, _ format: VideoFormat, chroma: ChromaSubsampling = .half, loops: Int = 0,
    options: [(key: String, value: String)] = [], overwrite: Bool = false, isDurable: Bool = false
  ) {
    self.file = file
    self.format = format
    self.chroma = chroma
    self.loops = max(0, min(65535, loops))
    self.options = options
    self.overwrite = overwrite
    self.isDurable = isDurable
  }

  /// Finds out, before anything is rendered, whether ffmpeg is on the PATH.
  ///
  /// - Throws: `ExportError.missingProgram`.
  public func checkProgram() throws {
    let found = wait(
      for: Task { (try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit)) != nil })
    guard found else { throw ExportError.missingProgram("ffmpeg", file: file) }
  }

  /// Creates the hidden file and starts ffmpeg.
  public func open(_ stream: StreamFormat, size: PixelSize, rate: FrameRate) throws {
    if format.needsEvenSides(chroma), size.width % 2 + size.height % 2 > 0 {
      let even = PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
      throw ExportError.unsupported(
        file: file,
        reason: "H.264 with halved chroma has even sides, not \(size); give --size \(even) or --chroma 444")
    }
    try createFolder(of: file)
    let partial = try PartialFile(file, overwrite: overwrite)
    let arguments =
      ["-nostdin", "-hide_banner", "-v", "error"]
      // Without it ffmpeg 5.1 says that a trailer did not fit on the disk, and exits with 0.
      + ["-xerror"] + stream.ffmpegInput(size: size, rate: rate)
      + ["-i", "pipe:0"] + format.options(chroma, rate: rate, loops: loops)
      + options.flatMap { ["-\($0.key)", $0.value] }
      + ["-y", "file:\(partial.temporary)"]
    let pipe = try makePipe()
    let task = Task.detached { await Self.run(arguments, input: pipe.reading) }
    running.withLock { $0 = task }
    encoder.withLock { $0 = Encoder(file: partial, pipe: pipe.writing, task: task) }
  }

  /// Hands bytes to ffmpeg; they are no bytes of the file.
  public func write(_ bytes: Span<UInt8>) throws -> Int {
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
  public func finish() throws {
    guard encoder.withLock({ $0?.pipe }).map(waitUntilRead) ?? true else {
      _ = try end()
      throw endedEarly
    }
    guard let partial = try end() else { return }
    guard partial.count > 0 else {
      throw ExportError.encoderFailed(file: file, reason: "ffmpeg wrote nothing")
    }
    finishedBytes.store(partial.count, ordering: .relaxed)
    try partial.publish(durable: isDurable)
    if isDurable { try syncFolder(of: file) }
  }

  /// Ends ffmpeg at once and leaves no file.
  public func abandon() {
    interrupt()
    _ = try? end()
  }

  /// Ends ffmpeg at once.
  public func interrupt() { running.withLock { $0?.cancel() } }

  /// The size of the finished file.
  public var bytesBeside: Int { finishedBytes.load(ordering: .relaxed) }

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
private func wait<Value: Sendable>(for task: Task<Value, Never>) -> Value {
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

extension StreamFormat {
  /// ffmpeg's options for reading it.
  fileprivate func ffmpegInput(size: PixelSize, rate: FrameRate) -> [String] {
    switch self {
    case .y4m: ["-f", "yuv4mpegpipe"]
    case .rgba, .rgb24:
      [
        "-f", "rawvideo", "-pixel_format", self == .rgba ? "rgba" : "rgb24", "-video_size", "\(size)",
        "-framerate", "\(rate.numerator)/\(rate.denominator)",
      ]
    }
  }
}
