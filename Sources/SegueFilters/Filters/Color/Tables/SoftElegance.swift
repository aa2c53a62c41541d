// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Maps colors through one table, overlays a blurred copy, and maps the result through another table.
///
///     let (first, second) = (try ColorTable(lookup: from), try ColorTable(lookup: to))
///     let soft = try (photo --> SoftElegance(first: first, second: second)).frame()
///
/// - Cost: two lookups and a Gaussian.
/// - Source: GPUImageSoftEleganceFilter; its two tables are pictures in GPUImage's repository.
public struct SoftElegance: Filter {
  /// The table applied first; nil changes nothing.
  public var first: ColorTable?
  /// The table applied after the blurred copy is overlaid; nil changes nothing.
  public var second: ColorTable?
  /// The standard deviation of the blurred copy in pixels.
  public var sigma: Animated = 10
  /// The opacity of the blurred copy, 0…1.
  public var mix: Animated = 0.14

  /// Makes a filter without tables.
  public init() {}

  /// Makes a filter of two tables.
  public init(first: ColorTable, second: ColorTable) {
    self.first = first
    self.second = second
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let look = first?.rows(of: input, intensity: 1) ?? input
    let soft = GaussianBlur(sigma: sigma).apply(to: look, at: progress)
    let both = overlay(look, soft, at: progress, ["mixturePercent": [mix(at: progress)]])
    return second?.rows(of: both, intensity: 1) ?? both
  }
}

extension SoftElegance: SelfDescribing {
  public static let name = "soft-elegance"
  public static let summary = "A look, a soft copy over it, and another look, from two lookup pictures."
  public static let source: String? = "GPUImageSoftEleganceFilter"
  public static let example: String? = "first=first.png,second=second.png"
  public static let parameters: [NamedParameter<SoftElegance>] = [
    .lookup("first", \.first, "Lookup table that is applied first."),
    .lookup("second", \.second, "Lookup table that is applied last."),
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the soft copy."),
    .number("mix", \.mix, in: 0...1, "How opaque the soft copy is."),
  ]
}

private let overlay = Stage(.alphaBlend)
