public import SegueErrors

/// A transition that follows a gesture, and then runs to the end or back to the start by itself.
///
///     var interaction = InteractiveTransition(duration: 0.5)
///     try interaction.begin()
///     try interaction.update(0.3)
///     try interaction.finish(at: 10.0)              // now, in seconds
///     let early = interaction.tick(at: 10.1)        // nil: still on its way
///     let late = interaction.tick(at: 11.0)         // true, once: completed
///
/// The caller passes the current time, so any run loop or test can drive the interaction. Render
/// `renderer.frame(at: interaction.progress)`; after the last tick the frame is exactly one of the two
/// pictures.
///
/// - Source: `UIPercentDrivenInteractiveTransition`.
public struct InteractiveTransition: Sendable {
  /// The state of the interaction.
  public enum State: String, Hashable, Sendable {
    /// The interaction has not begun.
    case idle
    /// The transition follows the gesture.
    case tracking
    /// The transition runs to the end.
    case finishing
    /// The transition runs back to the start.
    case cancelling
    /// The transition is at the end; no call changes this state.
    case completed
    /// The transition is back at the start; no call changes this state.
    case cancelled
  }

  /// The error for a call that the state of the interaction does not allow; the interaction is unchanged.
  public struct IllegalCall: SegueError, Hashable {
    /// The name of the method.
    public let call: String
    /// The state when the method was called.
    public let state: State
    /// The code `interaction.illegal-call`.
    public var code: ErrorCode { .interactionIllegalCall }
    /// The message: one sentence without a final period.
    public var message: String { "\(call) cannot be called while \(state.rawValue)" }
  }

  /// The duration in seconds of a whole run from 0 to 1.
  public let duration: Double
  /// The speed of the movement after the gesture: at 1, the movement takes the remaining share of `duration`;
  /// at 2, half as long.
  public let completionSpeed: Double
  /// The timing curve of the run after the gesture.
  public let completionCurve: TimingCurve
  /// The timing curve of a run without a gesture.
  public let curve: TimingCurve
  /// The state of the interaction.
  public private(set) var state = State.idle
  /// The progress to render: 0…1, or slightly beyond while a spring overshoots.
  public private(set) var progress = 0.0
  private var run = Run(start: 0, seconds: 0, from: 0, to: 0, curve: .linear)
  private var reported = false

  /// A timed run from one progress to another.
  private struct Run {
    var start: Double
    var seconds: Double
    var from: Double
    var to: Double
    var curve: TimingCurve

    func progress(at now: Double) -> Double {
      from + (to - from) * curve(at: seconds > 0 ? (now - start) / seconds : 1, duration: seconds)
    }

    func isOver(at now: Double) -> Bool { now - start >= seconds }
  }

  /// Makes an idle interaction.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds of a whole run, above 0.
  ///   - completionSpeed: The speed of the run after the gesture, relative to `duration`; values of 0 or less
  ///     become 1.
  ///   - completionCurve: The timing curve of the run after the gesture.
  ///   - curve: The timing curve of a run without a gesture.
  public init(
    duration: Double, completionSpeed: Double = 1, completionCurve: TimingCurve = .easeInOut,
    curve: TimingCurve = .easeInOut
  ) {
    self.duration = max(0, duration)
    self.completionSpeed = completionSpeed > 0 ? completionSpeed : 1
    self.completionCurve = completionCurve
    self.curve = curve
  }

  /// Begins to follow a gesture, from state `idle`.
  public mutating func begin() throws(IllegalCall) {
    try require([.idle], "begin")
    state = .tracking
  }

  /// Starts a run to the end without a gesture, from state `idle`.
  public mutating func start(at now: Double) throws(IllegalCall) {
    try require([.idle], "start")
    state = .finishing
    run = Run(start: now, seconds: duration, from: 0, to: 1, curve: curve)
  }

  /// Follows the gesture to a progress, which is clamped to 0…1.
  public mutating func update(_ progress: Double) throws(IllegalCall) {
    try require([.tracking], "update")
    // Ignores NaN.
    self.progress = progress.isNaN ? self.progress : max(0, min(1, progress))
  }

  /// Ends the gesture and runs to the end, over the remaining share of the duration.
  public mutating func finish(at now: Double) throws(IllegalCall) {
    try require([.tracking], "finish")
    state = .finishing
    run = Run(
      start: now, seconds: (1 - progress) * duration / completionSpeed, from: progress, to: 1,
      curve: completionCurve)
  }

  /// Ends the gesture and runs back to the start, over the share of the duration already passed.
  public mutating func cancel(at now: Double) throws(IllegalCall) {
    try require([.tracking], "cancel")
    state = .cancelling
    run = Run(
      start: now, seconds: progress * duration / completionSpeed, from: progress, to: 0,
      curve: completionCurve)
  }

  /// Interrupts a run at its current progress, so that a gesture can take over from there.
  public mutating func pause(at now: Double) throws(IllegalCall) {
    try require([.finishing, .cancelling], "pause")
    progress = max(0, min(1, run.progress(at: now)))
    state = .tracking
  }

  /// Advances a run to the current time.
  ///
  /// - Returns: True once when the interaction has completed, false once when it was canceled; otherwise nil.
  public mutating func tick(at now: Double) -> Bool? {
    if state == .finishing || state == .cancelling {
      progress = run.progress(at: now)
      if run.isOver(at: now) {
        progress = run.to
        state = state == .finishing ? .completed : .cancelled
      }
    }
    guard !reported, state == .completed || state == .cancelled else { return nil }
    reported = true
    return state == .completed
  }

  private func require(_ states: Set<State>, _ call: String) throws(IllegalCall) {
    if !states.contains(state) { throw IllegalCall(call: call, state: state) }
  }
}
