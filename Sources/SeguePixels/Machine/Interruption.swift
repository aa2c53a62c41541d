import Synchronization

/// A flag, shared between threads, that cancels rendering.
package final class Cancellation: Sendable {
  /// The flag for rendering that is started by the current task or thread.
  @TaskLocal package static var current: Cancellation?

  private let flag = Atomic(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }
  package func set() { flag.store(true, ordering: .relaxed) }
}

/// A stopwatch for the time that a writer waits for its reader.
package final class ReaderWait: Sendable {
  private let state = Mutex((total: Duration.zero, start: ContinuousClock.Instant?.none))

  package init() {}

  /// The total time waited up to now, including a wait that is not over.
  package var duration: Duration {
    state.withLock { $0.total + ($0.start?.duration(to: .now) ?? .zero) }
  }

  /// Calls a function that waits for the reader, and adds the duration of the call to `duration`.
  package func count(_ wait: () -> Void) {
    state.withLock { $0.start = .now }
    wait()
    state.withLock { state in
      state.total += state.start?.duration(to: .now) ?? .zero
      state.start = nil
    }
  }
}

/// The conditions that end rendering before the last row: a cancellation, and a time limit.
package struct Interruption: Sendable {
  private let cancellation: Cancellation?
  private let seconds: Double
  private let deadline: ContinuousClock.Instant?
  private let wait: ReaderWait?

  /// Starts the time limit, which excludes the time measured by `wait`; nil if there is neither a time limit
  /// nor a cancellation.
  package init?(_ limits: Limits, _ cancellation: Cancellation? = .current, without wait: ReaderWait? = nil) {
    guard cancellation != nil || limits.maxSeconds < .infinity else { return nil }
    (self.cancellation, seconds, self.wait) = (cancellation, limits.maxSeconds, wait)
    // Clamps the limit to a year, so that the deadline does not overflow.
    deadline = seconds < .infinity ? .now + .seconds(max(0, min(seconds, 31_536_000))) : nil
  }

  /// Throws if rendering was canceled or takes longer than the time limit.
  package func check() throws(RenderError) {
    // Callers never get this error: the code that set the flag replaces the error by its own.
    if cancellation?.isSet ?? false { throw .unrenderable("rendering was cancelled") }
    if let deadline, .now >= deadline + (wait?.duration ?? .zero) { throw .outOfTime(limit: seconds) }
  }
}
