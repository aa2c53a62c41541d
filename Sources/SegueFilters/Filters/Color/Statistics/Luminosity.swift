// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Fills the picture with its mean luminance.
///
///     let picture = try (photo --> Luminosity()).frame()
///
/// - Cost: the whole picture is rendered and read once.
/// - Source: GPUImageLuminosity, which reads only a sample of the pixels; this filter reads every pixel.
public struct Luminosity: Filter {
  /// Makes the filter.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    MeasuredRows(input, PictureMean.init(of:_:isDeep:)) { picture, mean in
      let luminance = luminance(of: mean)
      return EvenRows(size: picture.size, color: [luminance, luminance, luminance, mean.w])
    }
  }
}

extension Luminosity: SelfDescribing {
  public static let name = "luminosity"
  public static let summary = "One gray: the mean luminance of all pixels."
  public static let source: String? = "GPUImageLuminosity"
  public static let parameters: [NamedParameter<Luminosity>] = []
}
