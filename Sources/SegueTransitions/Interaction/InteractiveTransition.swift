public import FoundationEssentials

/// A transition that a gesture drives: its progress is the gesture's until it is let go, and then runs on to the end
/// or back to the start by itself.
///
///     var interaction = InteractiveTransition(duration: 0.5)
///     try interaction.begin()
///     try interaction.update(0.3)
///     try interaction.finish(at: 10.0)              // now, in seconds
///     let early = interaction.tick(at: 10.1)        // nil: still on its way
///     let late = interaction.tick(at: 11.0)         // true: completed, said once
///
/// A value without a clock of its own: the caller says what time it is, so any run loop can drive it, and a test.
/// Render `renderer.frame(at: interaction.progress)`; at the end that is exactly one of the two pictures.
///
/// - Source: `UIPercentDrivenInteractiveTransition`.
public struct InteractiveTransition: Sendable {
  /// Where the interaction stands.
  public enum State: String, Hashable, Sendable {
    /// Nothing has happened.
    case idle
    /// The gesture says the progress.
    case tracking
    /// On the way to the end.
    case finishing
    /// On the way back.
    case cancelling
    /// At the end; nothing happens any more.
    case completed
    /// Back at the start; nothing happens any more.
    case cancelled
  }

  /// A call that the present state does not allow; nothing has changed.
  public struct IllegalCall: Error, Hashable, LocalizedError, CustomStringConvertible {
    /// What was called.
    public let call: String
    /// The state it was called in.
    public let state: State
    /// One sentence without a full stop.
    public var description: String { "\(call) cannot be called while \(state.rawValue)" }
    /// The description.
    public var errorDescription: String? { description }
  }

  /// Seconds of the whole way without a gesture.
  public let duration: Double
  /// How much faster than that it runs on when let go; above 0.
  public let completionSpeed: Double
  /// How it runs on when let go.
  public let completionCurve: TimingCurve
  /// How it runs where no gesture drives it.
  public let curve: TimingCurve
  /// Where the interaction stands.
  public private(set) var state = State.idle
  /// The progress 0…1 (a spring may go a little beyond), for the renderer.
  public private(set) var progress = 0.0
  private var run = Run(start: 0, seconds: 0, from: 0, to: 0, curve: .linear)
  private var reported = false

  /// The way from one progress to another.
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

  /// Makes an interaction that has not begun.
  ///
  /// - Parameters:
  ///   - duration: Seconds of the whole way, above 0.
  ///   - completionSpeed: How much faster it runs on when let go; 1 where it is not above 0.
  ///   - completionCurve: How it runs on when let go.
  ///   - curve: How it runs where no gesture drives it.
  public init(
    duration: Double, completionSpeed: Double = 1, completionCurve: TimingCurve = .easeInOut,
    curve: TimingCurve = .easeInOut
  ) {
    self.duration = max(0, duration)
    self.completionSpeed = completionSpeed > 0 ? completionSpeed : 1
    self.completionCurve = completionCurve
    self.curve = curve
  }

  /// Begins to follow a gesture.
  public mutating func begin() throws(IllegalCall) {
    try require([.idle], "begin")
    state = .tracking
  }

  /// Runs the whole way by itself.
  public mutating func start(at now: Double) throws(IllegalCall) {
    try require([.idle], "start")
    state = .finishing
    run = Run(start: now, seconds: duration, from: 0, to: 1, curve: curve)
  }

  /// Follows the gesture to a progress, which is clamped to 0…1.
  public mutating func update(_ progress: Double) throws(IllegalCall) {
    try require([.tracking], "update")
    // A gesture that has no number leaves things where they are.
    self.progress = progress.isNaN ? self.progress : max(0, min(1, progress))
  }

  /// Lets go: runs on to the end, in what is left of the duration.
  public mutating func finish(at now: Double) throws(IllegalCall) {
    try require([.tracking], "finish")
    state = .finishing
    run = Run(
      start: now, seconds: (1 - progress) * duration / completionSpeed, from: progress, to: 1,
      curve: completionCurve)
  }

  /// Lets go: runs back to the start, in as long as it would have taken to come here.
  public mutating func cancel(at now: Double) throws(IllegalCall) {
    try require([.tracking], "cancel")
    state = .cancelling
    run = Run(
      start: now, seconds: progress * duration / completionSpeed, from: progress, to: 0,
      curve: completionCurve)
  }

  /// Takes hold of a running transition at its present progress.
  public mutating func pause(at now: Double) throws(IllegalCall) {
    try require([.finishing, .cancelling], "pause")
    progress = max(0, min(1, run.progress(at: now)))
    state = .tracking
  }

  /// Moves on to the present time.
  ///
  /// - Returns: true when it has completed, false when it was cancelled; each said once. Else nil.
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
