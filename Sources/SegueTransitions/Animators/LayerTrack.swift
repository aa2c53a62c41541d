package import SeguePixels
import SegueRendering

/// An animated number of a layer: keyframes or a formula of the progress.
///
///     let drops: LayerTrack = .from(.share(-1), to: .pixels(0))
///     let pauses: LayerTrack = .keyframes([.init(at: 0, .pixels(0)), .init(at: 0.5, .pixels(40)), .init(at: 1, .pixels(40))])
public enum LayerTrack: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A length in pixels, or relative to another length such as the frame's width.
  public enum Length: Hashable, Sendable {
    /// A length in pixels; for opacities, factors and angles the plain number.
    case pixels(Double)
    /// A share of the length to which the property refers, such as the frame's width; for opacities, factors
    /// and angles the plain number.
    case share(Double)
  }

  /// A value at a progress, with the timing curve from the previous keyframe.
  public struct Keyframe: Sendable {
    /// The progress, 0…1.
    public var progress: Double
    /// The value at this progress.
    public var value: Length
    /// The timing curve between the previous keyframe and this keyframe.
    public var curve: TimingCurve

    /// Makes a keyframe.
    public init(at progress: Double, _ value: Length, curve: TimingCurve = .linear) {
      self.progress = progress
      self.value = value
      self.curve = curve
    }
  }

  /// Keyframes in order of rising progress.
  ///
  /// Before the first keyframe, the value is constant. After the last keyframe, the value is constant, too,
  /// unless the last segment has a linear curve: then this segment is extrapolated.
  case keyframes([Keyframe])
  /// A formula of the progress, in pixels.
  ///
  /// The variable `time` equals the progress.
  case formula(ProgressExpression)

  /// Makes a track with a constant value.
  public static func constant(_ value: Length) -> LayerTrack { .keyframes([.init(at: 0, value)]) }

  /// Makes a linear change from `start` to `end`, extrapolated where the progress exceeds 1, as for springs.
  public static func from(_ start: Length, to end: Length) -> LayerTrack {
    .keyframes([.init(at: 0, start), .init(at: 1, end)])
  }

  /// Makes a constant, in pixels; for opacities, factors and angles the plain number.
  public init(floatLiteral value: Double) { self = .constant(.pixels(value)) }

  /// Makes a constant, in pixels; for opacities, factors and angles the plain number.
  public init(integerLiteral value: Int) { self = .constant(.pixels(Double(value))) }

  /// Computes the value at a progress.
  ///
  /// - Parameters:
  ///   - progress: The layer's progress.
  ///   - reference: The length in pixels of which `.share` values are fractions.
  ///   - size: The frame's size, for `width` and `height` in formulas.
  ///   - duration: The duration in seconds, for springs.
  /// - Returns: The value; lengths are in pixels.
  package func callAsFunction(
    at progress: Double, of reference: Double, _ size: PixelSize, duration: Double
  ) -> Double {
    switch self {
    case .formula(let expression):
      let value = expression(at: progress, size: size)
      return value.isFinite ? value : 0
    case .keyframes(let frames):
      guard let next = frames.firstIndex(where: { $0.progress > progress }) ?? frames.indices.last, next > 0
      else {
        return frames.first?.value.number(of: reference) ?? 0
      }
      let (start, end) = (frames[next - 1], frames[next])
      let span = end.progress - start.progress
      // Uses the later of two keyframes at the same progress, so that the value jumps.
      let local = span > 0 ? (progress - start.progress) / span : 1
      let share = end.curve == .linear ? local : end.curve(at: local, duration: span * duration)
      let (a, b) = (start.value.number(of: reference), end.value.number(of: reference))
      return a + (b - a) * share
    }
  }
}

extension LayerTrack.Length {
  fileprivate func number(of reference: Double) -> Double {
    switch self {
    case .pixels(let number): number
    case .share(let share): share * reference
    }
  }
}
