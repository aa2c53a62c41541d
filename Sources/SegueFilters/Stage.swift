import SegueRendering
import SegueShaders

/// A shader that filters of several passes are made of: one of Shaders/, whether the catalog has it or not.
struct Stage: Sendable {
  private let shader: BuiltInShader

  init(_ name: String, _ source: [UInt8]) { shader = BuiltInShader(name, source) }

  /// The rows of its frame, with some of its parameters set.
  func callAsFunction(
    _ inputs: any RowSource..., at progress: Double, _ values: KeyValuePairs<String, [Double]> = [:]
  ) -> any RowSource {
    shader.rows(of: inputs, at: progress, values)
  }

  static let mark = Stage("marks", PackageResources.marks_glsl)
  static let grayscale = Stage("grayscale", PackageResources.grayscale_glsl)
  static let saturation = Stage("saturation", PackageResources.saturation_glsl)
  static let luminanceRange = Stage("luminance-range", PackageResources.luminance_range_glsl)
}

extension Double {
  /// The nearest number of a range; its lower end for what is no number.
  func within(_ range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
