public import SegueRendering

/// A corner detector: finds pixels where luminance changes in every direction.
///
/// The products of gradients are blurred; a formula computes the cornerness from the blurred products; local
/// maxima above a threshold are corners.
public protocol CornerDetection: Filter, SelfDescribing {
  /// The standard deviation of the blur in pixels.
  var sigma: Animated { get set }
  /// The factor by which the cornerness is multiplied.
  var sensitivity: Animated { get set }
  /// The minimum cornerness of a corner.
  var threshold: Animated { get set }
  /// Whether corners are marked on the picture; otherwise they are white points on black.
  var marks: Bool { get set }
  /// Makes the cornerness from blurred products of gradients.
  static func cornerness(
    of slopes: any RowSource, sensitivity: Double, at progress: Double
  ) -> any RowSource
}

extension CornerDetection {
  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let slopes = GaussianBlur(sigma: sigma).apply(to: derivative(input, at: progress), at: progress)
    let cornerness = Self.cornerness(of: slopes, sensitivity: sensitivity(at: progress), at: progress)
    return Stage.highest(
      of: cornerness, at: progress, above: threshold(at: progress), on: marks ? input : nil)
  }

  /// The parameters: the blur, the sensitivity, the threshold and the marks.
  public static var parameters: [NamedParameter<Self>] {
    [
      .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
      .number("sensitivity", \.sensitivity, in: 0...1000, "Sensitivity; larger values find weaker corners."),
      .number("threshold", \.threshold, in: 0...1, "Least corner measure that counts."),
      .flag("marks", \.marks, "Red squares on the picture; white points on black otherwise."),
    ]
  }
  /// The GPUImage class that has the formula.
  public static var source: String? { "GPUImage\(Self.self)Filter; blurRadiusInPixels = sigma" }
}

private let derivative = Stage(.xyDerivative)
