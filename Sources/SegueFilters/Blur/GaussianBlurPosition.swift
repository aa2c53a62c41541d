// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs a circle and leaves what is outside sharp.
///
///     let hidden = try (photo --> GaussianBlurPosition()).frame()
///
/// The blur has 9 taps down and 9 across, `blurSize` pixels apart.
///
/// - Cost: two passes of 9 taps over the whole picture, and a mixture.
/// - Source: GPUImageGaussianBlurPositionFilter, which blurs downwards outside the circle, too.
public struct GaussianBlurPosition: Filter {
  /// How far apart the taps are.
  public var blurSize: Animated = 1
  /// Radius of the circle.
  public var blurRadius: Animated = 1
  /// Center of the circle.
  public var x: Animated = 0.5
  /// Center of the circle.
  public var y: Animated = 0.5

  /// Makes it with what is said above.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let size = blurSize(at: progress)
    let down = taps(input, at: progress, ["direction": [0, size]])
    let blurred = taps(down, at: progress, ["direction": [size, 0]])
    let radius = blurRadius(at: progress).within(0...2)
    return Stage.selective(
      blurred, input, at: progress,
      ["radius": [radius + 0.0001], "edge": [0.0001], "center": [x(at: progress), y(at: progress)]])
  }
}

extension GaussianBlurPosition: SelfDescribing {
  public static let name = "gaussian-blur-position"
  public static let summary = "Soft within a circle, sharp outside."
  public static let source: String? = "GPUImageGaussianBlurPositionFilter; blurCenter = x, y"
  public static let example: String? = "blurSize=3,blurRadius=0.25"
  public static let parameters: [NamedParameter<GaussianBlurPosition>] = [
    .number("blurSize", \.blurSize, in: 0...100, unit: "pixels", "How far apart the taps are."),
    .number("blurRadius", \.blurRadius, in: 0...2, unit: "of the width", "Radius of the circle."),
    .number("x", \.x, in: 0...1, unit: "of the width", "Center of the circle."),
    .number("y", \.y, in: 0...1, unit: "of the height", "Center of the circle."),
  ]
}

private let taps = Stage("nine-taps", PackageResources.nine_taps_glsl)
