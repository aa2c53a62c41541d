// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Expands dark areas of the red channel; the result is gray.
///
///     let picture = try (photo --> Erosion(radius: 2)).frame()
public struct Erosion: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "erosion"
  public static let summary = "Dark parts grow, in red: a gray picture."
  public static let passes: [Extreme] = [.smallest]
  public static let isGray = true
}
