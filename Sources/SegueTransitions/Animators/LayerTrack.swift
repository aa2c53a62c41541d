package import SeguePixels
import SegueRendering

/// A number of an animated layer over the way of a transition.
///
///     let drops: LayerTrack = .from(.share(-1), to: .pixels(0))
///     let pauses: LayerTrack = .keyframes([.init(at: 0, .pixels(0)), .init(at: 0.5, .pixels(40)), .init(at: 1, .pixels(40))])
public enum LayerTrack: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A length in pixels, or as a share of the frame.
  public enum Length: Hashable, Sendable {
    /// So many pixels; of what is no length, the number itself.
    case pixels(Double)
    /// A share of the frame's width or height, whichever it is along; of what is no length, the number itself.
    case share(Double)
  }

  /// A value at a moment.
  public struct Keyframe: Sendable {
    /// The progress, 0…1.
    public var progress: Double
    /// The value there.
    public var value: Length
    /// How the value gets there from the one before.
    public var curve: TimingCurve

    /// Describes a keyframe.
    public init(at progress: Double, _ value: Length, curve: TimingCurve = .linear) {
      self.progress = progress
      self.value = value
      self.curve = curve
    }
  }

  /// The values at some moments, in order; before the first and, but for linear ways, behind the last it stays.
  case keyframes([Keyframe])
  /// A formula of the progress, in pixels; `time` is the progress, too.
  case formula(ProgressExpression)

  /// A value that stays.
  public static func constant(_ value: Length) -> LayerTrack { .keyframes([.init(at: 0, value)]) }

  /// A value at the start, and one at the end; beyond, as springs go, it goes on.
  public static func from(_ start: Length, to end: Length) -> LayerTrack {
    .keyframes([.init(at: 0, start), .init(at: 1, end)])
  }

  /// Makes a number of pixels, or a plain number, that stays.
  public init(floatLiteral value: Double) { self = .constant(.pixels(value)) }

  /// Makes a number of pixels, or a plain number, that stays.
  public init(integerLiteral value: Int) { self = .constant(.pixels(Double(value))) }

  /// The value.
  ///
  /// - Parameters:
  ///   - progress: How far the layer has gone.
  ///   - reference: What shares are of.
  ///   - size: The frame's, for formulas.
  ///   - duration: Seconds of the whole way, for springs.
  /// - Returns: The number, in pixels where it is a length.
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
      // Two values at one moment are a step.
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
