// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
package import SeguePixels
public import SegueRendering

/// Shows the difference of each frame from previous frames: black where nothing moves.
///
///     let changes = ChainTransition((.from, .to) --> Dissolve(mix: .progress) --> HighPass())
///
/// The result is the absolute difference between the frame and the result of `LowPass`.
///
/// - Cost: the cost of `LowPass`.
/// - Source: GPUImageHighPassFilter.
public struct HighPass: Filter {
  /// The weight of previous frames in the moving average of `LowPass`, 0…0.95.
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

extension HighPass: TimedFilter {
  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    var past = LowPass()
    past.strength = strength
    past.step = step
    return difference(try input.present(), try past.apply(to: input), at: input.moment.progress)
  }
}

extension HighPass: SelfDescribing {
  public static let name = "high-pass"
  public static let summary = "Difference from earlier frames: black where nothing moves."
  public static let source: String? = "GPUImageHighPassFilter"
  public static let example: String? = "strength=0.8"
  public static let parameters: [NamedParameter<HighPass>] = [
    .number("strength", \.strength, in: 0...0.95, "Share of the frames before."), .step(\.step),
  ]
}

private let difference = Stage(.differenceBlend)
