// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Leaves a stripe sharp and blurs what is above and below, as if the picture were of a miniature.
///
///     let picture = try (photo --> TiltShift()).frame()
///
/// - Cost: that of a Gaussian, and of reading the picture beside it.
/// - Source: GPUImageTiltShiftFilter.
public struct TiltShift: Filter {
  /// Standard deviation of the blur.
  public var sigma: Animated = 7
  /// Where the stripe begins.
  public var top: Animated = 0.4
  /// Where it ends.
  public var bottom: Animated = 0.6
  /// How far the blur takes to be whole.
  public var falloff: Animated = 0.2

  /// Makes it with what is said above.
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

private let tilt = Stage("tilt", PackageResources.tilt_glsl)
