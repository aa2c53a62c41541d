// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Compares each pixel with the mean of its surroundings: black if it is darker by more than a tolerance,
/// else white; meant for text in uneven light.
///
///     let picture = try (photo --> AdaptiveThreshold()).frame()
///
/// - Source: GPUImageAdaptiveThresholdFilter.
public struct AdaptiveThreshold: Filter {
  /// The radius of the surroundings in pixels.
  public var radius: Animated = 4
  /// The maximum amount, 0…1, by which a pixel may be darker than the mean and still become white.
  public var tolerance: Animated = 0.05

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let gray = Stage.grayscale(input, at: progress)
    let mean = BoxBlur(radius: radius).apply(to: gray, at: progress)
    return aboveMean(gray, mean, at: progress, ["tolerance": [tolerance(at: progress).within(0...1)]])
  }
}

extension AdaptiveThreshold: SelfDescribing {
  public static let name = "adaptive-threshold"
  public static let summary = "Black or white, by the mean luminance around each pixel."
  public static let source: String? = "GPUImageAdaptiveThresholdFilter; blurRadiusInPixels = radius"
  public static let parameters: [NamedParameter<AdaptiveThreshold>] = [
    .number(
      "radius", \.radius, in: 1...500, unit: "pixels", "Pixels on each side that count as surroundings."),
    .number("tolerance", \.tolerance, in: 0...1, "How much darker a pixel may be and stay white."),
  ]
}

private let aboveMean = Stage(.aboveMean)
