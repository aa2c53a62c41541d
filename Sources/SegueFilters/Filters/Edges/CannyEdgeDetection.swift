// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Draws edges as thin white lines on black, by Canny's method: blur, gradient, non-maximum suppression and
/// hysteresis.
///
///     let picture = try (photo --> CannyEdgeDetection()).frame()
///
/// - Source: GPUImageCannyEdgeDetectionFilter.
public struct CannyEdgeDetection: Filter {
  /// The standard deviation of the blur in pixels.
  public var sigma: Animated = 2
  /// The magnitude of the gradient, 0…1, from which pixels are strong edges.
  public var upperThreshold: Animated = 0.4
  /// The magnitude of the gradient, 0…1, up to which pixels are not edges.
  public var lowerThreshold: Animated = 0.1

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let (lower, upper) = (
      lowerThreshold(at: progress).within(0...1), upperThreshold(at: progress).within(0...1)
    )
    let blurred = GaussianBlur(sigma: sigma).apply(to: Stage.grayscale(input, at: progress), at: progress)
    let crests = suppression(
      sobel(blurred, at: progress), at: progress, ["upperThreshold": [upper], "lowerThreshold": [lower]])
    let shaded = weakPixels(crests, at: progress)
    guard let weights = GaussianBlur.weights(sigma: sigma(at: progress)) else { return shaded }
    return CannyRows(input, weights: weights, thresholds: lower...max(lower, upper), shaded: shaded)
  }
}

extension CannyEdgeDetection: SelfDescribing {
  public static let name = "canny-edge-detection"
  public static let aliases = ["canny"]
  public static let summary = "Edges as thin white lines."
  public static let source: String? = "GPUImageCannyEdgeDetectionFilter; blurRadiusInPixels = sigma"
  public static let parameters: [NamedParameter<CannyEdgeDetection>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number("upperThreshold", \.upperThreshold, in: 0...1, "Gradient from which a line is white."),
    .number("lowerThreshold", \.lowerThreshold, in: 0...1, "Steepness up to which a crest is black."),
  ]
}

private let sobel = Stage(.directionalSobelEdgeDetection)
private let suppression = Stage(.directionalNonMaximumSuppression)
private let weakPixels = Stage(.weakPixelInclusion)
