// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
package import SeguePixels
public import SegueRendering

/// Marks motion: pixels that differ from previous frames.
///
///     let marked = ChainTransition((.from, .to) --> Dissolve(mix: .progress) --> MotionDetector())
///
/// - Cost: the cost of `LowPass`.
/// - Source: GPUImageMotionDetector, which outputs the centroid of the motion.
public struct MotionDetector: Filter {
  /// The weight of previous frames in the moving average of `LowPass`, 0…0.95.
  public var strength: Animated = 0.5
  /// The minimum color distance at which a pixel counts as moving; black and white are √3 apart.
  public var threshold: Animated = 0.2
  /// The difference in progress between successive frames.
  public var step = 1.0 / 60
  /// Whether motion is marked red on the picture; otherwise it is white on black.
  public var marks = true

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a still picture.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    still(input, at: progress)
  }
}

extension MotionDetector: TimedFilter {
  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    var past = LowPass()
    past.strength = strength
    past.step = step
    let (frame, progress) = (try input.present(), input.moment.progress)
    let moved = distance(
      frame, try past.apply(to: input), at: progress, ["threshold": [threshold(at: progress)]])
    return marks ? Stage.mark(frame, moved, at: progress) : moved
  }
}

extension MotionDetector: SelfDescribing {
  public static let name = "motion-detector"
  public static let summary = "Red where the picture moves."
  public static let source: String? = "GPUImageMotionDetector"
  public static let parameters: [NamedParameter<MotionDetector>] = [
    .number("strength", \.strength, in: 0...0.95, "Share of earlier frames in the reference picture."),
    .number("threshold", \.threshold, in: 0...2, "Least color distance that counts as motion."),
    .step(\.step), .flag("marks", \.marks, "Red on the picture; white on black otherwise."),
  ]
}

private let distance = Stage(.motion)
