import SeguePixels
import SegueRendering
import SegueShaders

/// A shader that filters use as one of their passes.
struct Stage: Sendable {
  private let shader: BuiltInShader

  init(_ text: ShaderText) { shader = BuiltInShader(text) }

  /// Makes the rows of the pass for a frame; new values of `constants` compile a new program, new `values` do
  /// not.
  func callAsFunction(
    _ inputs: any RowSource..., at progress: Double, _ values: KeyValuePairs<String, [Double]> = [:],
    constants: KeyValuePairs<String, [Double]> = [:]
  ) -> any RowSource {
    shader.rows(of: inputs, at: progress, values, constants: constants)
  }

  static let selective = Stage(.selective)
  static let mark = Stage(.marks)
  static let grayscale = Stage(.grayscale)
  static let saturation = Stage(.saturation)
  static let luminanceRange = Stage(.luminanceRange)
}

extension Stage {
  /// Marks local maxima above a threshold: as red squares on a picture or, without a picture, as white points
  /// on black.
  static func highest(
    of heights: any RowSource, at progress: Double, above threshold: Double, on picture: (any RowSource)?
  ) -> any RowSource {
    let points = suppression(heights, at: progress, ["threshold": [threshold]])
    guard let picture else { return points }
    return mark(picture, RGBDilation(radius: 2).apply(to: points, at: progress), at: progress)
  }

  private static let suppression = Stage(.thresholdedNonMaximumSuppression)
}

extension Pixel {
  /// The straight color and alpha as numbers 0…1, for parameters of shaders.
  var parts: [Double] {
    let alpha = Double(alpha)
    return [red, green, blue].map { alpha > 0 ? Double($0) / alpha : 0 } + [alpha / 255]
  }
}

extension Double {
  /// Returns the number clamped to a range; NaN gives the lower bound.
  func within(_ range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
