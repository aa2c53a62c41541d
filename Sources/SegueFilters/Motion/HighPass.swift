// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
package import SeguePixels
public import SegueRendering

/// Shows how far each frame is from those before it: black where nothing moves.
///
///     let changes = ChainTransition((.from, .to) --> Dissolve(mix: .progress) --> HighPass())
///
/// It is the difference of the frame and `LowPass`.
///
/// - Cost: that of `LowPass`.
/// - Source: GPUImageHighPassFilter.
public struct HighPass: Filter {
  /// The share of the frames before in what is compared with.
  public var strength: Animated = 0.5
  /// How much of the progress lies between two frames.
  public var step = 1.0 / 60

  /// Makes it with what is said above.
  public init() {}

  /// Makes the filtered rows where all frames are one picture.
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
  public static let summary = "How far a frame is from those before: black where nothing moves."
  public static let source: String? = "GPUImageHighPassFilter"
  public static let example: String? = "strength=0.8"
  public static let parameters: [NamedParameter<HighPass>] = [
    .number("strength", \.strength, in: 0...0.95, "Share of the frames before."), .step(\.step),
  ]
}

private let difference = Stage("difference-blend", PackageResources.difference_blend_glsl)
