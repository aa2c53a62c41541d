// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs only the red channel; the result is gray and opaque.
///
///     let picture = try (photo --> SingleComponentGaussianBlur()).frame()
///
/// - Source: GPUImageSingleComponentGaussianBlurFilter.
public struct SingleComponentGaussianBlur: Filter {
  /// The standard deviation of the blur in pixels.
  public var sigma: Animated = 2

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    GaussianBlur(sigma: sigma).apply(to: RedAsGrayRows(input: input), at: progress)
  }
}

extension SingleComponentGaussianBlur: SelfDescribing {
  public static let name = "single-component-gaussian-blur"
  public static let summary = "The red channel alone, soft: a gray picture."
  public static let source: String? = "GPUImageSingleComponentGaussianBlurFilter; blurRadiusInPixels = sigma"
  public static let example: String? = "sigma=8"
  public static let parameters: [NamedParameter<SingleComponentGaussianBlur>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur.")
  ]
}
