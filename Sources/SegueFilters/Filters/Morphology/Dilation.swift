// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Expands bright areas of the red channel; the result is gray.
///
///     let picture = try (photo --> Dilation(radius: 2)).frame()
public struct Dilation: Morphology {
  public var radius: Animated = 1

  /// Makes a filter for 3 × 3 pixels.
  public init() {}

  public static let name = "dilation"
  public static let summary = "Bright parts grow, in red: a gray picture."
  public static let passes: [Extreme] = [.largest]
  public static let isGray = true
}
