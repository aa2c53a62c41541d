// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Fills the picture with the mean of its pixels.
///
///     let picture = try (photo --> AverageColor()).frame()
///
/// - Cost: the whole picture is rendered and read once.
/// - Source: GPUImageAverageColor, which reads only a sample of the pixels; this filter reads every pixel.
public struct AverageColor: Filter {
  /// Makes the filter.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    MeasuredRows(input, PictureMean.init(of:_:isDeep:)) { EvenRows(size: $0.size, color: $1) }
  }
}

extension AverageColor: SelfDescribing {
  public static let name = "average-color"
  public static let summary = "One color: the mean of all pixels."
  public static let source: String? = "GPUImageAverageColor"
  public static let parameters: [NamedParameter<AverageColor>] = []
}
