// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Compares each pixel with the picture's mean luminance: white above, black below.
///
///     let picture = try (photo --> AverageLuminanceThreshold()).frame()
///
/// - Cost: the whole picture is rendered and read once.
/// - Source: GPUImageAverageLuminanceThresholdFilter, which reads only a sample of the pixels; this filter
///   reads every pixel.
public struct AverageLuminanceThreshold: Filter {
  /// The factor by which the mean luminance is multiplied.
  public var multiplier: Animated = 1

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let multiplier = multiplier(at: progress)
    return MeasuredRows(input, PictureMean.init(of:_:isDeep:)) { picture, mean in
      threshold(picture, at: progress, ["threshold": [multiplier * luminance(of: mean)]])
    }
  }
}

extension AverageLuminanceThreshold: SelfDescribing {
  public static let name = "average-luminance-threshold"
  public static let summary = "White where luminance is above the mean, black elsewhere."
  public static let source: String? =
    "GPUImageAverageLuminanceThresholdFilter; thresholdMultiplier = multiplier"
  public static let parameters: [NamedParameter<AverageLuminanceThreshold>] = [
    .number("multiplier", \.multiplier, in: 0...10, "Factor of the mean luminance.")
  ]
}

private let threshold = Stage(.luminanceThreshold)
