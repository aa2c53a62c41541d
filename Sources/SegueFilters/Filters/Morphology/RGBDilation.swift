// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Expands bright areas in each channel.
///
///     let picture = try (photo --> RGBDilation(radius: 2)).frame()
public struct RGBDilation: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "rgb-dilation"
  public static let summary = "Bright parts grow, each channel for itself."
  public static let passes: [Extreme] = [.largest]
  public static let isGray = false
}
