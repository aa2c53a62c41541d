package import SegueRendering

/// How long a transition runs, and how its progress follows the clock meanwhile.
///
///     let slow = Timing(duration: 2, curve: .easeInOut)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), timing: slow)
public struct Timing: Hashable, Sendable {
  /// Seconds from start to end, above 0.
  public var duration: Double
  /// The progress at each time.
  public var curve: TimingCurve

  /// Describes a timing; one second of linear progress, unless said otherwise.
  public init(duration: Double = 1, curve: TimingCurve = .linear) {
    self.duration = duration
    self.curve = curve
  }

  /// The progress at a clock fraction: 0 up to 0, 1 from 1 on, in between as the curve has it.
  public func progress(at time: Double) -> Double { curve(at: time, duration: duration) }

  /// The moment at a clock fraction.
  package func moment(at time: Double) -> FrameMoment {
    FrameMoment(progress: progress(at: time), time: time, duration: duration)
  }

  /// Replaces the duration, the curve or both; what is nil stays.
  ///
  ///     let slower = Transitions.SlideDown().timing.with(duration: 2)    // the same spring
  public func with(duration: Double? = nil, curve: TimingCurve? = nil) -> Timing {
    Timing(duration: duration ?? self.duration, curve: curve ?? self.curve)
  }
}
