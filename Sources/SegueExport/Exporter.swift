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
/// Each worker renders and encodes its own frame: a strip of rows at a time where the encoder takes them, which stay in
/// its core's cache, else whole. Memory is one frame at most and one file a worker, whatever the number of frames. Where
/// the format is made of differences, each worker hands its frame on to the one that has the next, and takes over the
/// memory of the one before.
public struct Exporter: Sendable {
  /// What renders the frames.
  public let source: any FrameSource
  /// Frames a second, for destinations that keep it.
  public let rate: FrameRate
  /// Workers, one a thread, and their instruction set.
  public let execution: Execution

  /// Makes an exporter.
  public init(
    _ source: some FrameSource, rate: FrameRate = FrameRate(60), _ execution: Execution = .allCores
  ) {
    (self.source, self.rate, self.execution) = (source, rate, execution)
  }

  /// Makes an exporter of one transition's frames: round(duration × rate) + 1 of them.
  ///
  /// - Parameters:
  ///   - renderer: What renders the frames.
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

  /// Renders frames and writes them; returns when all are written.
  ///
  /// - Parameters:
  ///   - destination: Where they go. What may not be written is found before anything is rendered.
  ///   - frames: Numbers of the frames to write, those of the source; nil: all of them.
  ///   - isCancelled: Asked before each frame; frames begun are finished.
  ///   - onFrame: Called after each frame with the count so far, one call at a time, from any worker.
  /// - Returns: What was written, and what it took.
  /// - Throws: What the first frame or write that failed threw: `RenderError`, `FileError`, `ImageError` or
  ///   `ExportError`. Frames in files of their own that were written before stand; nothing half written does.
  @discardableResult
  public func export(
    to destination: Destination, frames: Range<Int>? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> ExportSummary {
    try ExportJob(destination, frames: frames ?? 0..<source.count, rate: rate)
      .run(source, execution, isCancelled: isCancelled, onFrame: onFrame)
  }

  /// Renders frames and writes them on threads of their own, while the task waits.
  ///
  ///     let summary = try await exporter.export(to: .file("movie.mp4"))
  ///
  /// Cancelling the task finishes the frames that were begun and takes back a file of all frames.
  ///
  /// - Throws: `CancellationError` if the task was cancelled; else as the other `export`.
  @discardableResult
  public func export(to destination: Destination, frames: Range<Int>? = nil) async throws -> ExportSummary {
    try await run(to: destination, frames: frames) { _ in }
  }

  /// The export as a sequence of its progress: it runs while the sequence is iterated.
  ///
  ///     for try await progress in try exporter.progress(to: .file("movie.mp4")) {
  ///       print("\(progress.framesDone) of \(progress.frameCount)")
  ///     }
  ///
  /// The last element has the summary. Whoever is slow misses elements in between, never the last. Leaving the loop
  /// cancels the export.
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

  /// The same as `export`, which calls `onFrame` after each frame; where the task is cancelled too it returns when nothing is
  /// written any more.
  package func run(
    to destination: Destination, frames: Range<Int>? = nil, onFrame: @escaping @Sendable (Int) -> Void
  ) async throws -> ExportSummary {
    let isCancelled = Atomic(false)
    let job = Mutex<ExportJob?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread that may block, unlike those of tasks.
        DispatchQueue(label: "segue.export").async {
          continuation.resume(
            with: Result {
              let export = try ExportJob(destination, frames: frames ?? 0..<source.count, rate: rate)
              job.withLock { $0 = export }
              let summary = Result {
                try export.run(
                  source, execution, isCancelled: { isCancelled.load(ordering: .relaxed) }, onFrame: onFrame)
              }
              // An encoder that was ended is no failure of its own.
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

/// How far an export has come.
public struct ExportProgress: Hashable, Sendable {
  /// Frames written so far.
  public let framesDone: Int
  /// Frames that the export has.
  public let frameCount: Int
  /// What the export did; nil before its end.
  public var summary: ExportSummary?
}
