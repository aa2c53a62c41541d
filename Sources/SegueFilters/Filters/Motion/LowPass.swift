// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
package import SeguePixels
public import SegueRendering

/// Averages each frame with previous frames by an exponential moving average, so that moving objects leave a
/// trail.
///
///     let trail = ChainTransition((.from, .to) --> Dissolve(mix: .progress) --> LowPass())
///
/// The result is (1 − strength) · frame + strength · previous result; successive frames differ by `step` in
/// progress. The oldest frames, whose weights add up to less than half an 8-bit level, are left out, so that
/// any frame can be rendered alone.
///
/// - Cost: the input is rendered once for each frame with a weight: 10 times at a strength of 0.5.
/// - Source: GPUImageLowPassFilter.
public struct LowPass: Filter {
  /// The weight of the previous result, 0…0.95.
  public var strength: Animated = 0.5
  /// The difference in progress between successive frames.
  public var step = 1.0 / 60

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a still picture.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    still(input, at: progress)
  }
}

extension LowPass: TimedFilter {
  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    let strength = strength(at: input.moment.progress).within(Self.range)
    var first = strength > 0 ? (log(1.0 / 512) / log(strength)).rounded(.up) : 0
    // Limits the number of past frames, since there are no frames before progress 0.
    first = max(0, min(first, (input.moment.progress / step).rounded(.up)))
    var rows = try input.past(first * step)
    for index in stride(from: first - 1, through: 0, by: -1) {
      let frame = try input.past(index * step)
      guard frame.size == rows.size else { throw .sizesDiffer(rows.size, frame.size) }
      rows = Dissolve(mix: Animated(strength)).apply(to: frame, rows, at: 0)
    }
    return rows
  }

  private static let range = 0.0...0.95
}

extension LowPass: SelfDescribing {
  public static let name = "low-pass"
  public static let summary = "Mixes each frame with earlier ones, so that movement leaves a trail."
  public static let source: String? = "GPUImageLowPassFilter"
  public static let example: String? = "strength=0.8"
  public static let parameters: [NamedParameter<LowPass>] = [
    .number("strength", \.strength, in: range, "Share of the frames before."), .step(\.step),
  ]
}

extension NamedParameter {
  /// Declares the parameter `step`, the difference in progress between successive frames.
  static func step(_ path: WritableKeyPath<Owner, Double> & Sendable) -> NamedParameter {
    .number("step", path, in: 0.001...1, unit: "of the progress", "How far apart two frames are.")
  }
}
