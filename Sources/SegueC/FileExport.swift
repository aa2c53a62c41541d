import Dispatch
import SegueExport
import SegueJob
import SeguePixels
import Synchronization

/// An export that reports its progress to the calling thread.
///
/// The export runs on threads of its own, which block signals: a write to an ffmpeg that was killed is an error, and
/// does not end the process of the caller.
final class FileExport: Sendable {
  private let renderer: Renderer
  private let job: ExportJob
  private let framesDone = Atomic(0)
  private let isStopped = Atomic(false)
  private let result = Mutex<Result<ExportSummary, any Error>?>(nil)
  /// A signal after each frame, and at the end.
  private let news = DispatchSemaphore(value: 0)

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
  /// - Parameter progress: Called on this thread with the numbers of frames written and of all, after frames and
  ///   every 100 ms; stops the export by returning false.
  /// - Throws: The error of the export, or `CallError.stopped`.
  func run(_ progress: (Int, Int) -> Bool) throws {
    let group = DispatchGroup()
    guard startThread(in: group, { self.work() }) else { throw RenderError.noThread() }
    var isStopped = false
    var reported = -1
    while true {
      _ = news.wait(timeout: .now() + .milliseconds(100))
      if let result = result.withLock({ $0 }) {
        group.wait()
        if isStopped { throw CallError.stopped }
        _ = try result.get()
        if reported < job.frames.count { _ = progress(job.frames.count, job.frames.count) }
        return
      }
      reported = framesDone.load(ordering: .relaxed)
      guard !isStopped, !progress(reported, job.frames.count) else { continue }
      isStopped = true
      self.isStopped.store(true, ordering: .relaxed)
      job.interrupt()
    }
  }

  private func work() {
    let result = Result {
      try job.run(
        renderer.frames, execution, isCancelled: { self.isStopped.load(ordering: .relaxed) },
        onFrame: {
          self.framesDone.store($0, ordering: .relaxed)
          self.news.signal()
        })
    }
    self.result.withLock { $0 = result }
    news.signal()
  }
}
