public import SegueFormats
public import SeguePixels
public import SegueTransitions
import Synchronization

/// Renders frames on all cores and writes them to a destination.
///
///     let exporter = Exporter(renderer, framesPerSecond: 60)
///     try await exporter.export(to: .files("out/%04d.png"))
///     try await exporter.export(to: .file("movie.mp4"))
///
/// Each worker renders and encodes one frame at a time. If the encoder supports it, the frame is processed in
/// strips of rows that stay in the core's cache; else as a whole. A worker needs memory for at most a frame
/// and an encoded file, for any number of frames. For formats that store differences, each worker passes its
/// frame to the worker of the next frame, and reuses the memory of the frame that it received.
public struct Exporter: Sendable {
  /// The source of the frames.
  public let source: any FrameSource
  /// The frame rate, for destinations that store it.
  public let rate: FrameRate
  /// The number of workers, each with its own thread, the SIMD level, and the limits.
  public let execution: Execution

  /// Makes an exporter for a source of frames; `rate` is for destinations that store a frame rate.
  public init(
    _ source: some FrameSource, rate: FrameRate = 60, _ execution: Execution = .allCores
  ) {
    (self.source, self.rate, self.execution) = (source, rate, execution)
  }

  /// Makes an exporter for the round(duration × rate) + 1 frames of a transition.
  ///
  /// - Parameters:
  ///   - renderer: The renderer of the transition.
  ///   - framesPerSecond: The frame rate, above 0.
  ///   - execution: The number of workers and the SIMD level.
  public init(
    _ renderer: TransitionRenderer, framesPerSecond: Double = 60, _ execution: Execution = .allCores
  ) {
    self.init(
      TransitionFrames(
        renderer,
        times: FrameTimes(duration: renderer.timing.duration, framesPerSecond: framesPerSecond)),
      rate: FrameRate(framesPerSecond), execution)
  }

  /// Renders and writes frames; returns after the output is finished.
  ///
  /// - Parameters:
  ///   - destination: The destination; existing files are checked before rendering.
  ///   - frames: The indices of the frames in the source; nil for all.
  ///   - isCancelled: Called before each frame; true ends the export after the frames in progress.
  ///   - onFrame: Called after each frame with the number of frames written so far; never by two threads at
  ///     once.
  /// - Returns: The summary of the export.
  /// - Throws: The error of the first frame that fails: `RenderError`, `FileError`, `ImageError` or
  ///   `ExportError`; also if a limit is exceeded. With a file for each frame, complete files are kept;
  ///   incomplete files are removed.
  @discardableResult
  public func export(
    to destination: Destination, frames: Range<Int>? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> ExportSummary {
    try job(to: destination, frames: frames)
      .run(source, execution, isCancelled: isCancelled, onFrame: onFrame)
  }

  /// Renders and writes frames on new threads, while the task is suspended.
  ///
  ///     let summary = try await exporter.export(to: .file("movie.mp4"))
  ///
  /// Canceling the task ends the export after the frames in progress; a file for all frames is removed.
  ///
  /// - Throws: `CancellationError` if the task was canceled; otherwise the errors of the synchronous
  ///   `export`.
  @discardableResult
  public func export(to destination: Destination, frames: Range<Int>? = nil) async throws -> ExportSummary {
    try await run(to: destination, frames: frames) { _ in }
  }

  /// Runs an export and reports its progress as an asynchronous sequence.
  ///
  ///     for try await progress in try exporter.progress(to: .file("movie.mp4")) {
  ///       print("\(progress.framesDone) of \(progress.frameCount)")
  ///     }
  ///
  /// The last element has the summary. A slow consumer misses intermediate elements, but never the last one.
  /// Leaving the loop cancels the export.
  public func progress(
    to destination: Destination, frames: Range<Int>? = nil
  ) -> AsyncThrowingStream<ExportProgress, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let count = frames?.count ?? source.count
      let task = Task {
        do {
          let summary = try await run(to: destination, frames: frames) {
            continuation.yield(ExportProgress(framesDone: $0, frameCount: count))
          }
          continuation.yield(
            ExportProgress(framesDone: summary.frames, frameCount: count, summary: summary))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Runs an export and calls `onFrame` after each frame.
  ///
  /// After cancellation, returns only when nothing more will be written.
  package func run(
    to destination: Destination, frames: Range<Int>? = nil, without wait: ReaderWait? = nil,
    onFrame: @escaping @Sendable (Int) -> Void
  ) async throws -> ExportSummary {
    try await run(without: wait, onFrame: onFrame) { try job(to: destination, frames: frames) }
  }

  private func job(to destination: Destination, frames: Range<Int>?) throws -> ExportJob {
    try ExportJob(
      destination, frames: frames ?? 0..<source.count, rate: rate, limits: execution.limits)
  }

  /// Makes and runs an export on new threads, and calls `onFrame` after each frame.
  ///
  /// After cancellation, returns only when nothing more will be written.
  @discardableResult
  func run(
    without wait: ReaderWait? = nil, onFrame: @escaping @Sendable (Int) -> Void = { _ in },
    _ makeJob: @escaping @Sendable () throws -> ExportJob
  ) async throws -> ExportSummary {
    let isCancelled = Atomic(false)
    let job = Mutex<ExportJob?>(nil)
    return try await withTaskCancellationHandler {
      try await onOwnThread {
        let export = try makeJob()
        job.withLock { $0 = export }
        let summary = Result {
          try export.run(
            source, execution, without: wait, isCancelled: { isCancelled.load(ordering: .relaxed) },
            onFrame: onFrame)
        }
        // Cancellation interrupts encoders, so their errors are then ignored.
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
        return try summary.get()
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
      job.withLock { $0 }?.interrupt()
    }
  }
}

/// Runs a function that may block on a new thread, while the task is suspended.
///
/// - Parameter body: The function; its argument returns whether the task was canceled.
/// - Returns: The value of the function.
/// - Throws: The error of the function; `CancellationError` if the task was canceled.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) throws -> Value
) async throws -> Value {
  let flag = Atomic(false)
  return try await withTaskCancellationHandler {
    let value = try await onOwnThread { try body { flag.load(ordering: .relaxed) } }
    if flag.load(ordering: .relaxed) { throw CancellationError() }
    return value
  } onCancel: {
    flag.store(true, ordering: .relaxed)
  }
}

/// Runs a function that may block on a new thread, while the task is suspended.
///
/// The thread blocks signals, so that a write to a killed ffmpeg is an error, and SIGPIPE does not end the
/// process.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let isStarted = startThread { continuation.resume(with: Result { try body() }) }
    if !isStarted { continuation.resume(throwing: RenderError.noThread()) }
  }
}

/// The progress of an export.
public struct ExportProgress: Hashable, Sendable {
  /// The number of frames written so far.
  public let framesDone: Int
  /// The number of frames in the export.
  public let frameCount: Int
  /// The summary, at the end of the export; nil before.
  public var summary: ExportSummary?
  /// The share of frames written so far, from 0 to 1; 1 for an export without frames.
  public var fraction: Double { frameCount > 0 ? Double(framesDone) / Double(frameCount) : 1 }
}
