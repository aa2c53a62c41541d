package import SegueRendering

/// The duration of a transition, and the timing curve from time to progress.
///
///     let slow = Timing(duration: 2, curve: .easeInOut)
///     let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve(), timing: slow)
public struct Timing: Hashable, Sendable {
  /// The duration in seconds, above 0.
  public var duration: Double
  /// The timing curve, from time to progress.
  public var curve: TimingCurve

  /// Makes a timing; by default one second with linear progress.
  public init(duration: Double = 1, curve: TimingCurve = .linear) {
    self.duration = duration
    self.curve = curve
  }

  /// Returns the progress at a time, as a fraction of the duration: 0 up to time 0, 1 from time 1 on, else
  /// the curve's value.
  public func progress(at time: Double) -> Double { curve(at: time, duration: duration) }

  /// Returns the moment of a frame at a time, which is a fraction of the duration.
  package func moment(at time: Double) -> FrameMoment {
    FrameMoment(progress: progress(at: time), time: time, duration: duration)
  }

  /// Replaces the duration, the curve or both; nil keeps the current value.
  ///
  ///     let slower = Transitions.SlideDown().timing.with(duration: 2)    // the same spring
  public func with(duration: Double? = nil, curve: TimingCurve? = nil) -> Timing {
    Timing(duration: duration ?? self.duration, curve: curve ?? self.curve)
  }
}
