import Synchronization

/// A flag, shared between threads, that cancels rendering.
package final class Cancellation: Sendable {
  /// The flag for rendering that starts on this thread.
  @TaskLocal package static var current: Cancellation?

  private let flag = Atomic(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .relaxed) }
  package func set() { flag.store(true, ordering: .relaxed) }
}

/// The conditions that end rendering before the last row: a cancellation, and a time limit.
package struct Interruption: Sendable {
  private let cancellation: Cancellation?
  private let seconds: Double
  private let deadline: ContinuousClock.Instant?

  /// Starts the time limit; nil if there is neither a time limit nor a cancellation.
  package init?(_ limits: Limits, _ cancellation: Cancellation? = .current) {
    guard cancellation != nil || limits.maxSeconds < .infinity else { return nil }
    (self.cancellation, seconds) = (cancellation, limits.maxSeconds)
    // A year is longer than any rendering, and does not overflow.
    deadline = seconds < .infinity ? .now + .seconds(max(0, min(seconds, 31_536_000))) : nil
  }

  /// Throws if rendering has to end.
  package func check() throws(RenderError) {
    // The caller that set the flag replaces this error.
    if cancellation?.isSet ?? false { throw .unrenderable("rendering was cancelled") }
    if let deadline, .now >= deadline { throw .outOfTime(limit: seconds) }
  }
}
