import Dispatch
import SeguePixels
import Synchronization

/// Where workers line up: whose turn it is to write, what was written, and what went wrong first.
final class WorkerLine: Sendable {
  private struct State {
    var turn = 0
    var end = Int.max
    var failure: (any Error)?
    var summary = ExportSummary()
    /// Rendered frames that the next one's worker has not taken over.
    var handedOn: [Int: Bitmap] = [:]
    var waiting: [Waiting] = []

    /// Whether a frame will be written after all.
    func goesOn(_ position: Int) -> Bool { failure == nil && position < end }

    /// Wakes who need not wait any more.
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

  /// Waits for something, unless the frame at `position` will never be written.
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

  /// Waits until every earlier frame is written; false where that will never be.
  func waitForTurn(_ position: Int) -> Bool { wait(position) { $0.turn == position } }

  /// Gives a frame to the worker of the next, and takes the one before; false where that will never come.
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

  /// Counts a frame that is written.
  func finish(_ position: Int, bytes: Int, _ onFrame: @Sendable (Int) -> Void) {
    state.withLock { state in
      state.turn += 1
      state.summary.frames += 1
      state.summary.bytes += bytes
      onFrame(state.summary.frames)
      state.wake()
    }
  }

  /// Leaves out a frame and those after it.
  func stop(before position: Int) {
    state.withLock { state in
      state.end = min(state.end, position)
      state.wake()
    }
  }

  /// Ends the export by an error, unless one came before.
  func fail(_ error: any Error) {
    state.withLock { state in
      state.failure = state.failure ?? error
      state.wake()
    }
  }

  /// What workers did so far.
  var stages: ExportSummary.StageSeconds { state.withLock { $0.summary.stages } }

  /// Adds what a worker did.
  func add(_ stages: ExportSummary.StageSeconds) { state.withLock { $0.summary.stages.add(stages) } }

  /// What was written; throws what went wrong first.
  func result() throws -> ExportSummary {
    let (failure, summary) = state.withLock { ($0.failure, $0.summary) }
    if let failure { throw failure }
    return summary
  }
}
