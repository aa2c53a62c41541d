// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Detects small features by color: pixels that differ from their surroundings.
///
///     let marked = try (photo --> ColorFASTFeatureDetection()).frame()
///
/// After a blur, the color of each pixel is compared with the mean of eight pixels at a distance of three
/// pixels; local maxima of the difference above a threshold are features.
///
/// - Source: GPUImageColourFASTFeatureDetector, which outputs the differences as colors and angles.
public struct ColorFASTFeatureDetection: Filter {
  /// The radius of the blur in pixels.
  public var radius: Animated = 3
  /// The factor by which differences are multiplied.
  public var sensitivity: Animated = 1
  /// The minimum difference of a feature.
  public var threshold: Animated = 0.07
  /// Whether features are marked on the picture; otherwise they are white points on black.
  public var marks = true

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let blurred = BoxBlur(radius: radius).apply(to: input, at: progress)
    let differences = comparison(blurred, at: progress, ["sensitivity": [sensitivity(at: progress)]])
    return Stage.highest(
      of: differences, at: progress, above: threshold(at: progress), on: marks ? input : nil)
  }
}

extension ColorFASTFeatureDetection: SelfDescribing {
  public static let name = "color-fast-feature-detection"
  public static let aliases = ["color-fast", "colour-fast-feature-detector"]
  public static let summary = "Places that differ in color from their surroundings."
  public static let source: String? = "GPUImageColourFASTFeatureDetector; blurRadiusInPixels = radius"
  public static let parameters: [NamedParameter<ColorFASTFeatureDetection>] = [
    .number("radius", \.radius, in: 1...500, unit: "pixels", "Pixels on each side that the blur counts."),
    .number(
      "sensitivity", \.sensitivity, in: 0...1000, "Sensitivity; larger values find smaller differences."),
    .number("threshold", \.threshold, in: 0...1, "Least difference that counts."),
    .flag("marks", \.marks, "Red squares on the picture; white points on black otherwise."),
  ]
}

private let comparison = Stage(.colorFast)
