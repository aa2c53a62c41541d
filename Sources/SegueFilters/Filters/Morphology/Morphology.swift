public import SegueRendering

/// A morphological filter: the maximum or minimum of the square around each pixel, computed in one or two
/// passes.
///
/// Pixels outside the picture repeat its edge. GPUImage's filters have a radius of 1…4; here the radius is
/// 0…100 and may follow the progress.
///
/// - Cost: memory-bound for small radii. Each further pixel of radius adds two input rows to the vertical
///   maximum or minimum. Each pass holds 2·radius + 4 rows.
public protocol Morphology: Filter, SelfDescribing {
  /// The radius in pixels, rounded; may follow the progress.
  var radius: Animated { get set }
  /// The extreme that each pass computes: maximum or minimum.
  static var passes: [Extreme] { get }
  /// Whether only the red channel is filtered, with a gray and opaque result.
  static var isGray: Bool { get }
}

/// The extreme that a pass of a morphological filter computes.
public enum Extreme: Sendable {
  /// The maximum.
  case largest
  /// The minimum.
  case smallest
}

extension Morphology {
  /// Makes a filter with a radius.
  public init(radius: Animated) {
    self.init()
    self.radius = radius
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let radius = Int(radius(at: progress).within(0...100).rounded())
    let input = Self.isGray ? RedAsGrayRows(input: input) : input
    return radius == 0
      ? input
      : Self.passes.reduce(input) { ExtremeRows(input: $0, radius: radius, largest: $1 == .largest) }
  }

  /// The only parameter: the radius.
  public static var parameters: [NamedParameter<Self>] {
    [.number("radius", \.radius, in: 0...100, unit: "pixels", "Pixels on each side.")]
  }
  /// The corresponding GPUImage class.
  public static var source: String? { "GPUImage\(Self.self)Filter; initWithRadius = radius" }
  /// Example parameters, with a radius that has a visible effect.
  public static var example: String? { "radius=4" }
}
