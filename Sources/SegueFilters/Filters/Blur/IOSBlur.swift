// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs like the glass of iOS 7: desaturated, very soft, with a reduced range of luminance.
///
///     let picture = try (photo --> IOSBlur()).frame()
///
/// - Cost: a Gaussian and two pointwise operations.
/// - Source: GPUImageiOSBlurFilter.
public struct IOSBlur: Filter {
  /// The standard deviation of the blur in pixels.
  public var sigma: Animated = 48
  /// The saturation of colors: 0 is gray, 1 changes nothing.
  public var saturation: Animated = 0.8
  /// The reduction of the luminance range: 0 changes nothing, 1 gives all pixels the same luminance.
  public var rangeReduction: Animated = 0.6

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let pale = Stage.saturation(input, at: progress, ["saturation": [saturation(at: progress)]])
    let blurred = GaussianBlur(sigma: sigma).apply(to: pale, at: progress)
    return Stage.luminanceRange(blurred, at: progress, ["rangeReduction": [rangeReduction(at: progress)]])
  }
}

extension IOSBlur: SelfDescribing {
  public static let name = "ios-blur"
  public static let summary = "The soft, bright glass of iOS 7."
  public static let source: String? =
    "GPUImageiOSBlurFilter; blurRadiusInPixels = sigma / 4; rangeReductionFactor = rangeReduction"
  public static let example: String? = "sigma=12"
  public static let parameters: [NamedParameter<IOSBlur>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number("saturation", \.saturation, in: 0...2, "How strong colors are."),
    .number("rangeReduction", \.rangeReduction, in: 0...1, "How much nearer light and dark come."),
  ]
}
