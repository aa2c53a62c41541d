// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Removes dark specks in each channel.
///
///     let picture = try (photo --> RGBClosing(radius: 2)).frame()
public struct RGBClosing: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "rgb-closing"
  public static let summary = "Dark specks disappear, each channel for itself."
  public static let passes: [Extreme] = [.largest, .smallest]
  public static let isGray = false
}
