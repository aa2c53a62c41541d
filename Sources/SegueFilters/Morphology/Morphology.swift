public import SegueRendering

/// A filter of the family of dilation and erosion: the largest or smallest of the square around each pixel, once or twice.
///
/// Outside is the edge. GPUImage's filters of the family have a radius of 1…4; here it is 0…100 and may follow the progress.
///
/// - Cost: memory-bound for small radii, and a row's maximum more for each pixel of radius. Each pass holds 2·radius + 1
///   rows.
public protocol Morphology: Filter, SelfDescribing {
  /// Pixels on each side, rounded to a whole number; a function of progress where animated.
  var radius: Animated { get set }
  /// What each pass takes.
  static var passes: [Extreme] { get }
  /// Whether red alone counts, and the result is gray and opaque.
  static var isGray: Bool { get }
}

/// One end of some values.
public enum Extreme: Sendable {
  /// The largest.
  case largest
  /// The smallest.
  case smallest
}

extension Morphology {
  /// Makes one of a radius.
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

  /// The radius.
  public static var parameters: [NamedParameter<Self>] {
    [.number("radius", \.radius, in: 0...100, unit: "pixels", "Pixels on each side.")]
  }
  /// The class of GPUImage that has the formula.
  public static var source: String? { "GPUImage\(Self.self)Filter; initWithRadius = radius" }
  /// A radius that shows.
  public static var example: String? { "radius=4" }
}
