// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Removes bright specks in each channel.
///
///     let picture = try (photo --> RGBOpening(radius: 2)).frame()
public struct RGBOpening: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "rgb-opening"
  public static let summary = "Bright specks disappear, each channel for itself."
  public static let passes: [Extreme] = [.smallest, .largest]
  public static let isGray = false
}
