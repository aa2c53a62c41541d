// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs the outside of a circle.
///
///     let picture = try (photo --> GaussianSelectiveBlur()).frame()
///
/// - Cost: a Gaussian, and reading the picture once more.
/// - Source: GPUImageGaussianSelectiveBlurFilter.
public struct GaussianSelectiveBlur: Filter {
  /// The standard deviation of the blur in pixels, 0…500; may follow the progress.
  public var sigma: Animated = 5
  /// The radius of the circle, 0…2 of the width; may follow the progress.
  public var radius: Animated = 0.1875
  /// The width of the transition inside the circle's edge, 0…1 of the width; may follow the progress.
  public var edge: Animated = 0.09375
  /// The horizontal center of the circle, 0…1 of the width; may follow the progress.
  public var x: Animated = 0.5
  /// The vertical center of the circle, 0…1 of the height; may follow the progress.
  public var y: Animated = 0.5

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let blurred = GaussianBlur(sigma: sigma).apply(to: input, at: progress)
    return Stage.selective(
      input, blurred, at: progress,
      [
        "radius": [radius(at: progress)], "edge": [edge(at: progress).within(0.0001...1)],
        "center": [x(at: progress), y(at: progress)],
      ])
  }
}

extension GaussianSelectiveBlur: SelfDescribing {
  public static let name = "gaussian-selective-blur"
  public static let aliases = ["selective-blur"]
  public static let summary = "Sharp within a circle, soft outside."
  public static let source: String? =
    "GPUImageGaussianSelectiveBlurFilter; blurRadiusInPixels = sigma; excludeCircleRadius = radius; "
    + "excludeBlurSize = edge; excludeCirclePoint = x, y"
  public static let parameters: [NamedParameter<GaussianSelectiveBlur>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number("radius", \.radius, in: 0...2, unit: "of the width", "Radius of the circle."),
    .number(
      "edge", \.edge, in: 0...1, unit: "of the width", "How much of the radius is between sharp and soft."),
    .number("x", \.x, in: 0...1, unit: "of the width", "Center of the circle."),
    .number("y", \.y, in: 0...1, unit: "of the height", "Center of the circle."),
  ]
}
