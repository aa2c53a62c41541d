package import SegueRendering

/// The duration of a transition, and the curve from time to progress.
///
///     let slow = Timing(duration: 2, curve: .easeInOut)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), timing: slow)
public struct Timing: Hashable, Sendable {
  /// The duration in seconds, above 0.
  public var duration: Double
  /// The curve from time to progress.
  public var curve: TimingCurve

  /// Makes a timing; the default is a second of linear progress.
  public init(duration: Double = 1, curve: TimingCurve = .linear) {
    self.duration = duration
    self.curve = curve
  }

  /// The progress at a clock fraction: 0 before 0, 1 after 1, and the curve's value in between.
  public func progress(at time: Double) -> Double { curve(at: time, duration: duration) }

  /// The moment at a clock fraction.
  package func moment(at time: Double) -> FrameMoment {
    FrameMoment(progress: progress(at: time), time: time, duration: duration)
  }

  /// Replaces the duration, the curve or both; nil keeps a value.
  ///
  ///     let slower = Transitions.SlideDown().timing.with(duration: 2)    // the same spring
  public func with(duration: Double? = nil, curve: TimingCurve? = nil) -> Timing {
    Timing(duration: duration ?? self.duration, curve: curve ?? self.curve)
  }
}
