// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Expands dark areas in each channel.
///
///     let picture = try (photo --> RGBErosion(radius: 2)).frame()
public struct RGBErosion: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "rgb-erosion"
  public static let summary = "Dark parts grow, each channel for itself."
  public static let passes: [Extreme] = [.smallest]
  public static let isGray = false
}
