import Dispatch
import SegueErrors
import SegueExport
import SegueJob
import SeguePixels
import Synchronization

/// An export that reports its progress to the calling thread.
///
/// The export runs on new threads, which block signals: a write to a killed ffmpeg is an error, and does not
/// end the caller's process.
final class FileExport: Sendable {
  private let renderer: Renderer
  private let job: ExportJob
  private let conversation = Mutex(Conversation())
  private let result = Mutex<Result<ExportSummary, any Error>?>(nil)
  /// Signaled after each written frame, and at the end of the export.
  private let news = DispatchSemaphore(value: 0)
  /// Signaled after the callback returns, if the export waits for the callback's result before it finishes.
  private let answer = DispatchSemaphore(value: 0)

  /// The number of written frames, and the state of the callback.
  private struct Conversation {
    var framesDone = 0
    /// Whether the callback is running and was called before the last frame was written.
    var isAsking = false
    /// Whether the export waits for the result of the callback before it finishes.
    var isAwaited = false
    /// Whether the callback stopped the export before the last frame.
    var isStopped = false
  }

  /// Prepares the export: checks the output and existing files.
  init(_ renderer: Renderer, _ output: Job.Output) throws {
    self.renderer = renderer
    let frames = try output.frames(of: renderer.frames.count)
    job = try ExportJob(
      output.destination(frameCount: frames.count), frames: frames, rate: renderer.rate,
      limits: execution.limits)
  }

  /// Runs the export until it is complete.
  ///
  /// - Parameter progress: Called on this thread with the number of written frames and the total number, at
  ///   the start, after frames and every 100 ms; stops the export by returning false.
  /// - Throws: The error of the export, or `CallError.stopped`.
  func run(_ progress: (Int, Int) -> Bool) throws {
    let group = DispatchGroup()
    // Marks the callback as running before the export starts: the export then waits for the result of the
    // first call, which reports 0 frames.
    conversation.withLock { $0.isAsking = true }
    guard startThread(in: group, { self.work() }) else { throw RenderError.noThread() }
    let count = job.frames.count
    var isStopped = false
    var reported = -1
    while true {
      if reported >= 0 { _ = news.wait(timeout: .now() + .milliseconds(100)) }
      if let result = result.withLock({ $0 }) {
        group.wait()
        try Self.check(result, isStopped: isStopped)
        if !isStopped, reported < count { _ = progress(count, count) }
        return
      }
      guard !isStopped else { continue }
      let isFirst = reported < 0
      reported = conversation.withLock {
        if isFirst { return 0 }
        $0.isAsking = $0.framesDone < count
        return $0.framesDone
      }
      isStopped = !progress(reported, count)
      let isAwaited = conversation.withLock {
        $0.isAsking = false
        $0.isStopped = isStopped && reported < count
        return $0.isAwaited
      }
      if isAwaited { answer.signal() }
      if isStopped { job.interrupt() }
    }
  }

  /// Throws the error of a result; throws `CallError.stopped` if the export was stopped before its last
  /// frame.
  ///
  /// A complete file is a success, even if the callback asked to stop after the last frame.
  private static func check(_ result: Result<ExportSummary, any Error>, isStopped: Bool) throws {
    do {
      if try result.get().wasCancelled { throw CallError.stopped }
    } catch {
      // After a stop, the encoder was killed: reports the stop instead of the encoder's error.
      let isOfStop = isStopped && (error as? any SegueError)?.code == .exportEncoderFailed
      throw isOfStop ? CallError.stopped : error
    }
  }

  private func work() {
    let result = Result {
      try job.run(
        renderer.frames, execution, isCancelled: { self.conversation.withLock { $0.isStopped } },
        onFrame: { done in
          self.conversation.withLock { $0.framesDone = done }
          self.news.signal()
        }, mayFinish: mayFinish)
    }
    self.result.withLock { $0 = result }
    news.signal()
  }

  /// Returns whether the export may finish: false if the callback stopped it.
  ///
  /// Waits for the callback if the callback is running and was called before the last frame was written.
  private func mayFinish() -> Bool {
    let isAsking = conversation.withLock {
      $0.isAwaited = $0.isAsking
      return $0.isAsking
    }
    if isAsking { answer.wait() }
    return conversation.withLock { !$0.isStopped }
  }
}
