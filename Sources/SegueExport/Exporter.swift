import Dispatch
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
/// Each worker renders and encodes its own frame: in strips of rows that stay in the core's cache, if the
/// encoder supports it, else whole. Memory per worker is at most a frame and an encoded file, independent of
/// the number of frames. For formats of differences, each worker passes its frame to that of the next one,
/// and reuses the memory of the previous one.
public struct Exporter: Sendable {
  /// The source of the frames.
  public let source: any FrameSource
  /// The frame rate, for destinations that store it.
  public let rate: FrameRate
  /// The number of workers, one a thread, and their instruction set.
  public let execution: Execution

  /// Makes an exporter.
  public init(
    _ source: some FrameSource, rate: FrameRate = FrameRate(60), _ execution: Execution = .allCores
  ) {
    (self.source, self.rate, self.execution) = (source, rate, execution)
  }

  /// Makes an exporter of a transition's frames: round(duration × rate) + 1 of them.
  ///
  /// - Parameters:
  ///   - renderer: The renderer.
  ///   - framesPerSecond: The rate, above 0.
  ///   - execution: Workers and their instruction set.
  public init(
    _ renderer: TransitionRenderer, framesPerSecond: Double = 60, _ execution: Execution = .allCores
  ) {
    self.init(
      TransitionFrames(
        renderer,
        times: FrameTimes(duration: renderer.timing.duration, framesPerSecond: framesPerSecond)),
      rate: FrameRate(framesPerSecond), execution)
  }

  /// Renders and writes frames; returns when all are written.
  ///
  /// - Parameters:
  ///   - destination: The destination; existing files are checked before rendering.
  ///   - frames: The indices of the frames in the source; nil for all.
  ///   - isCancelled: Called before each frame; started frames are finished.
  ///   - onFrame: Called after each frame with the count so far; calls are serialized, from any worker.
  /// - Returns: A summary.
  /// - Throws: The first error of a frame or a write: `RenderError`, `FileError`, `ImageError` or
  ///   `ExportError`. Complete frames in files of their own remain; incomplete files do not.
  @discardableResult
  public func export(
    to destination: Destination, frames: Range<Int>? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> ExportSummary {
    try ExportJob(destination, frames: frames ?? 0..<source.count, rate: rate)
      .run(source, execution, isCancelled: isCancelled, onFrame: onFrame)
  }

  /// Renders and writes frames on dedicated threads, while the task is suspended.
  ///
  ///     let summary = try await exporter.export(to: .file("movie.mp4"))
  ///
  /// Canceling the task finishes the started frames; an output of one file for all frames is removed.
  ///
  /// - Throws: `CancellationError` if the task was cancelled; otherwise as the other `export`.
  @discardableResult
  public func export(to destination: Destination, frames: Range<Int>? = nil) async throws -> ExportSummary {
    try await run(to: destination, frames: frames) { _ in }
  }

  /// Runs an export while its progress is iterated.
  ///
  ///     for try await progress in try exporter.progress(to: .file("movie.mp4")) {
  ///       print("\(progress.framesDone) of \(progress.frameCount)")
  ///     }
  ///
  /// The last element has the summary. A slow consumer misses intermediate elements, never the last. Leaving
  /// the loop cancels the export.
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

  /// Runs an export and calls `onFrame` after each frame; on cancellation, returns when nothing is written
  /// any more.
  package func run(
    to destination: Destination, frames: Range<Int>? = nil, onFrame: @escaping @Sendable (Int) -> Void
  ) async throws -> ExportSummary {
    let isCancelled = Atomic(false)
    let job = Mutex<ExportJob?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Blocking is allowed on this thread, unlike on those of tasks.
        DispatchQueue(label: "segue.export").async {
          continuation.resume(
            with: Result {
              let export = try ExportJob(destination, frames: frames ?? 0..<source.count, rate: rate)
              job.withLock { $0 = export }
              let summary = Result {
                try export.run(
                  source, execution, isCancelled: { isCancelled.load(ordering: .relaxed) }, onFrame: onFrame)
              }
              // Cancellation ends encoders, whose errors do not count.
              if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
              return try summary.get()
            })
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
      job.withLock { $0 }?.interrupt()
    }
  }
}

/// The progress of an export.
public struct ExportProgress: Hashable, Sendable {
  /// The frames written so far.
  public let framesDone: Int
  /// The frames of the export.
  public let frameCount: Int
  /// The summary; nil before the end.
  public var summary: ExportSummary?
}
