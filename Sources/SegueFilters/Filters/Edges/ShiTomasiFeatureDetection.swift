// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Detects corners by the smaller eigenvalue of the structure tensor, after Shi and Tomasi.
///
///     let marked = try (photo --> ShiTomasiFeatureDetection()).frame()
///
/// - Source: GPUImageShiTomasiFeatureDetectionFilter.
public struct ShiTomasiFeatureDetection: CornerDetection {
  public var sigma: Animated = 2
  public var sensitivity: Animated = 1.5
  public var threshold: Animated = 0.2
  public var marks = true

  /// Makes a detector that has GPUImage's defaults and marks corners on the picture.
  public init() {}

  public static let name = "shi-tomasi-feature-detection"
  public static let aliases = ["shi-tomasi"]
  public static let summary = "Corners after Shi and Tomasi."

  public static func cornerness(
    of slopes: any RowSource, sensitivity: Double, at progress: Double
  ) -> any RowSource {
    stage(slopes, at: progress, ["sensitivity": [sensitivity]])
  }
}

private let stage = Stage(.shiTomasi)
