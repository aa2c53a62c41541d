// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs the picture above and below a horizontal stripe, for a miniature effect.
///
///     let picture = try (photo --> TiltShift()).frame()
///
/// - Cost: a Gaussian, and reading the picture once more.
/// - Source: GPUImageTiltShiftFilter.
public struct TiltShift: Filter {
  /// The standard deviation of the blur in pixels, 0…500; may follow the progress.
  public var sigma: Animated = 7
  /// The top of the stripe, 0…1 of the height; may follow the progress.
  public var top: Animated = 0.4
  /// The bottom of the stripe, 0…1 of the height; may follow the progress.
  public var bottom: Animated = 0.6
  /// The distance over which the blur increases, 0…1 of the height; may follow the progress.
  public var falloff: Animated = 0.2

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let blurred = GaussianBlur(sigma: sigma).apply(to: input, at: progress)
    return tilt(
      input, blurred, at: progress,
      [
        "top": [top(at: progress)], "bottom": [bottom(at: progress)],
        "falloff": [falloff(at: progress).within(0.0001...1)],
      ])
  }
}

extension TiltShift: SelfDescribing {
  public static let name = "tilt-shift"
  public static let summary = "Sharp in a stripe, soft above and below, as a miniature."
  public static let source: String? =
    "GPUImageTiltShiftFilter; blurRadiusInPixels = sigma; topFocusLevel = top; bottomFocusLevel = bottom; "
    + "focusFallOffRate = falloff"
  public static let parameters: [NamedParameter<TiltShift>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number("top", \.top, in: 0...1, unit: "of the height", "Where the stripe begins."),
    .number("bottom", \.bottom, in: 0...1, unit: "of the height", "Where it ends."),
    .number("falloff", \.falloff, in: 0...1, unit: "of the height", "How far the blur takes to be whole."),
  ]
}

private let tilt = Stage(.tilt)
