// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Detects corners by Noble's measure: determinant / trace of the structure tensor.
///
///     let marked = try (photo --> NobleCornerDetection()).frame()
///
/// - Source: GPUImageNobleCornerDetectionFilter.
public struct NobleCornerDetection: CornerDetection {
  public var sigma: Animated = 2
  public var sensitivity: Animated = 5
  public var threshold: Animated = 0.2
  public var marks = true

  /// Makes a detector that has GPUImage's defaults and marks corners on the picture.
  public init() {}

  public static let name = "noble-corner-detection"
  public static let aliases = ["noble"]
  public static let summary = "Corners after Noble."

  public static func cornerness(
    of slopes: any RowSource, sensitivity: Double, at progress: Double
  ) -> any RowSource {
    stage(slopes, at: progress, ["sensitivity": [sensitivity]])
  }
}

private let stage = Stage(.noble)
