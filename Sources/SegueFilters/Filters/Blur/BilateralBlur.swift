// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs surfaces, but preserves edges.
///
///     let smooth = try (photo --> BilateralBlur(distanceNormalizationFactor: 4)).frame()
///
/// Takes nine samples, four pixels apart, vertically, then horizontally; weights decrease with the color
/// distance from the center pixel. Colors are premultiplied.
///
/// - Cost: two shaders of nine samples, and an intermediate picture.
/// - Source: GPUImageBilateralFilter.
public struct BilateralBlur: Filter {
  /// The strength of edge preservation, 0…100; 0 is a plain blur; may follow the progress.
  public var distanceNormalizationFactor: Animated = 8

  /// Makes a blur with a factor of 8.
  public init() {}

  /// Makes a blur with a strength of edge preservation.
  public init(distanceNormalizationFactor: Animated) {
    self.distanceNormalizationFactor = distanceNormalizationFactor
  }

  /// Makes the blurred rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let factor = distanceNormalizationFactor(at: progress).within(0...100)
    let columns = pass(input, at: progress, ["factor": [factor], "direction": [0, 1]])
    return pass(columns, at: progress, ["factor": [factor], "direction": [1, 0]])
  }
}

extension BilateralBlur: SelfDescribing {
  public static let name = "bilateral"
  public static let aliases = ["bilateral-blur"]
  public static let summary = "Blurs surfaces and leaves edges."
  public static let source: String? = "GPUImageBilateralFilter"
  public static let parameters: [NamedParameter<BilateralBlur>] = [
    .number(
      "distanceNormalizationFactor", \.distanceNormalizationFactor, in: 0...100,
      "Weight of color differences; 0 ignores them.")
  ]
}

private let pass = Stage(.bilateral)
