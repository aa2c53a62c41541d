// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Blurs the inside of a circle.
///
///     let hidden = try (photo --> GaussianBlurPosition()).frame()
///
/// The blur has 9 taps along each axis, `blurSize` pixels apart.
///
/// - Cost: up to a `blurSize` of 8, as much as a Gaussian with the same number of weights, and a mix; above
///   8, two passes of 9 samples.
/// - Source: GPUImageGaussianBlurPositionFilter, whose first pass lacks the radius, so that the filter blurs
///   horizontally only.
public struct GaussianBlurPosition: Filter {
  /// The distance between taps in pixels, 0…100; may follow the progress.
  public var blurSize: Animated = 1
  /// The radius of the circle, 0…2 of the width; may follow the progress.
  public var blurRadius: Animated = 1
  /// The horizontal center of the circle, 0…1 of the width; may follow the progress.
  public var x: Animated = 0.5
  /// The vertical center of the circle, 0…1 of the height; may follow the progress.
  public var y: Animated = 0.5

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let size = blurSize(at: progress)
    let blurred: any RowSource
    if let weights = Self.weights(spacing: size) {
      blurred = SmoothedRows(input: input, unrounded: weights, weights: GaussianWeights.halved(weights))
    } else {
      let down = taps(input, at: progress, ["direction": [0, size]])
      blurred = taps(down, at: progress, ["direction": [size, 0]])
    }
    let radius = blurRadius(at: progress).within(0...2)
    return Stage.selective(
      blurred, input, at: progress,
      ["radius": [radius + 0.0001], "edge": [0.0001], "center": [x(at: progress), y(at: progress)]])
  }

  /// Returns the weights of pixels from the center on; nil if there would be too many weights.
  ///
  /// The weight of a tap between two pixels is divided between the two pixels.
  private static func weights(spacing: Double) -> [Double]? {
    // Beyond a spacing of 8 pixels, a direct sum would have 65 weights or more, most of which are zero; nine
    // samples along each axis cost less.
    guard spacing >= 0, spacing <= 8 else { return nil }
    let shares = [0.18, 0.15, 0.12, 0.09, 0.05]
    var weights = Array(repeating: 0.0, count: Int((4 * spacing).rounded(.up)) + 1)
    for (tap, share) in shares.enumerated() {
      for sign in tap == 0 ? [1.0] : [-1, 1] {
        let place = sign * Double(tap) * spacing
        for pixel in [place.rounded(.down), place.rounded(.down) + 1]
        where pixel >= 0 && Int(pixel) < weights.count {
          weights[Int(pixel)] += share * (1 - abs(place - pixel))
        }
      }
    }
    return weights
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

private let taps = Stage(.nineTaps)
