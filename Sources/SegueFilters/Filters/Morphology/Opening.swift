// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Removes bright specks of the red channel; the result is gray.
///
///     let picture = try (photo --> Opening(radius: 2)).frame()
public struct Opening: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "opening"
  public static let summary = "Bright specks disappear, in red: a gray picture."
  public static let passes: [Extreme] = [.smallest, .largest]
  public static let isGray = true
}
