// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Draws a blurred picture like a comic: few levels of each color, and black lines at edges.
///
///     let picture = try (photo --> SmoothToon()).frame()
///
/// - Source: GPUImageSmoothToonFilter.
public struct SmoothToon: Filter {
  /// The standard deviation of the blur in pixels.
  public var sigma: Animated = 2
  /// The magnitude of the gradient of red from which lines are drawn.
  public var threshold: Animated = 0.2
  /// The number of levels from black to white.
  public var quantizationLevels: Animated = 10

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    toon(
      GaussianBlur(sigma: sigma).apply(to: input, at: progress), at: progress,
      ["threshold": [threshold(at: progress)], "quantizationLevels": [quantizationLevels(at: progress)]])
  }
}

extension SmoothToon: SelfDescribing {
  public static let name = "smooth-toon"
  public static let summary = "A comic: few colors and black lines, after a blur that removes noise."
  public static let source: String? = "GPUImageSmoothToonFilter; blurRadiusInPixels = sigma"
  public static let parameters: [NamedParameter<SmoothToon>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number("threshold", \.threshold, in: 0...4, "How steep an edge of red must be for a line."),
    .number(
      "quantizationLevels", \.quantizationLevels, in: 1...256, "How many steps there are from black to white."
    ),
  ]
}

private let toon = Stage(.toon)
