// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Removes dark specks of the red channel; the result is gray.
///
///     let picture = try (photo --> Closing(radius: 2)).frame()
public struct Closing: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "closing"
  public static let summary = "Dark specks disappear, in red: a gray picture."
  public static let passes: [Extreme] = [.largest, .smallest]
  public static let isGray = true
}
