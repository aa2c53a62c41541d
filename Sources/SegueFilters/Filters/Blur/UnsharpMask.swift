// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Sharpens by adding the difference from a blurred copy.
///
///     let picture = try (photo --> UnsharpMask()).frame()
///
/// - Cost: a Gaussian, and reading the picture once more.
/// - Source: GPUImageUnsharpMaskFilter.
public struct UnsharpMask: Filter {
  /// The standard deviation of the blur in pixels.
  public var sigma: Animated = 4
  /// The intensity: 1 changes nothing, more is sharper, 0 is the blurred picture.
  public var intensity: Animated = 1

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let intensity = intensity(at: progress).within(0...10)
    guard intensity != 1 else { return input }
    let blurred = GaussianBlur(sigma: sigma).apply(to: input, at: progress)
    return unsharp(input, blurred, at: progress, ["intensity": [intensity]])
  }
}

extension UnsharpMask: SelfDescribing {
  public static let name = "unsharp-mask"
  public static let aliases = ["unsharp"]
  public static let summary = "Sharpens by adding the difference from a blurred copy."
  public static let source: String? = "GPUImageUnsharpMaskFilter; blurRadiusInPixels = sigma"
  public static let parameters: [NamedParameter<UnsharpMask>] = [
    .number("sigma", \.sigma, in: 0...500, unit: "pixels", "Standard deviation of the blur."),
    .number(
      "intensity", \.intensity, in: 0...10, "1 changes nothing, more is sharper, 0 is the blurred picture."
    ).shown("2"),
  ]
}

private let unsharp = Stage(.unsharp)
