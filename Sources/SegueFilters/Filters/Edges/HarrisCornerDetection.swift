// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Detects corners by the measure of Harris and Stephens: determinant − 0.04·trace² of the structure tensor.
///
///     let marked = try (photo --> HarrisCornerDetection()).frame()
///
/// - Source: GPUImageHarrisCornerDetectionFilter.
public struct HarrisCornerDetection: CornerDetection {
  public var sigma: Animated = 2
  public var sensitivity: Animated = 5
  public var threshold: Animated = 0.2
  public var marks = true

  /// Makes a detector that has GPUImage's defaults and marks corners on the picture.
  public init() {}

  public static let name = "harris-corner-detection"
  public static let aliases = ["harris"]
  public static let summary = "Corners after Harris and Stephens."

  public static func cornerness(
    of slopes: any RowSource, sensitivity: Double, at progress: Double
  ) -> any RowSource {
    stage(slopes, at: progress, ["sensitivity": [sensitivity]])
  }
}

private let stage = Stage(.harris)
