import Dispatch
import SeguePixels
import Synchronization

/// Synchronization of an export's workers: the order of writes, the summary, and the error of the first frame
/// that fails.
final class WorkerLine: Sendable {
  private struct State {
    var turn = 0
    var end = Int.max
    var failure: (position: Int, error: any Error)?
    var summary = ExportSummary()
    /// The rendered frames, by position, that the next frame's worker has not taken yet.
    var handedOn: [Int: Bitmap] = [:]
    var waiting: [Waiting] = []

    /// Whether the frame at a position will still be written.
    func goesOn(_ position: Int) -> Bool { position < min(end, failure?.position ?? .max) }

    /// Wakes each worker whose condition is now true, or whose frame will no longer be written.
    mutating func wake() {
      let all = waiting
      waiting = all.filter { !$0.isOver(self) }
      for waiting in all where waiting.isOver(self) { waiting.semaphore.signal() }
    }
  }

  private struct Waiting {
    let semaphore = DispatchSemaphore(value: 0)
    let isOver: @Sendable (borrowing State) -> Bool
  }

  private let state = Mutex(State())

  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Whether the frame at a position will still be written.
  func goesOn(_ position: Int) -> Bool { state.withLock { $0.goesOn(position) } }

  /// Waits until a condition is true; false if the frame at `position` will no longer be written.
  private func wait(_ position: Int, until isTrue: @escaping @Sendable (borrowing State) -> Bool) -> Bool {
    let waiting = Waiting { !$0.goesOn(position) || isTrue($0) }
    let isOver = state.withLock { state in
      if waiting.isOver(state) { return true }
      state.waiting.append(waiting)
      return false
    }
    if !isOver { waiting.semaphore.wait() }
    return state.withLock { $0.goesOn(position) }
  }

  /// Waits until all earlier frames are written; false if this will no longer happen.
  func waitForTurn(_ position: Int) -> Bool { wait(position) { $0.turn == position } }

  /// Passes a frame on to the worker of the next frame, and waits for the previous frame; false if the export
  /// ends before the previous frame is available.
  func handOn(_ frame: Bitmap, at position: Int, takingOver previous: inout Bitmap?) -> Bool {
    state.withLock { state in
      state.handedOn[position] = frame
      state.wake()
    }
    guard position > 0 else { return true }
    guard wait(position, until: { $0.handedOn[position - 1] != nil }) else { return false }
    previous = state.withLock { $0.handedOn.removeValue(forKey: position - 1) }
    return true
  }

  /// Counts a written frame; returns the total number of bytes so far.
  func finish(_ position: Int, bytes: Int, _ onFrame: @Sendable (Int) -> Void) -> Int {
    state.withLock { state in
      state.turn += 1
      state.summary.frames += 1
      state.summary.bytes += bytes
      onFrame(state.summary.frames)
      state.wake()
      return state.summary.bytes
    }
  }

  /// Ends the export before the frame at a position.
  func stop(before position: Int) {
    state.withLock { state in
      state.end = min(state.end, position)
      state.wake()
    }
  }

  /// Records the error of a frame, which ends the export after the frames before it.
  ///
  /// Only the error of the earliest frame is kept, so that the number of workers does not change the error.
  func fail(_ error: any Error, at position: Int) {
    state.withLock { state in
      if position < state.failure?.position ?? .max { state.failure = (position, error) }
      state.wake()
    }
  }

  /// The time that the workers have spent in each stage so far.
  var stages: ExportSummary.StageSeconds { state.withLock { $0.summary.stages } }

  /// Adds the stage times of one worker.
  func add(_ stages: ExportSummary.StageSeconds) { state.withLock { $0.summary.stages.add(stages) } }

  /// Returns the summary, or throws the error of the first frame that failed.
  func result() throws -> ExportSummary {
    let (failure, summary) = state.withLock { ($0.failure?.error, $0.summary) }
    if let failure { throw failure }
    return summary
  }
}
