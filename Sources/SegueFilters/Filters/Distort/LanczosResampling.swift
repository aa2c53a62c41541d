// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Resizes the picture by a Lanczos filter.
///
///     let small = try (photo --> LanczosResampling(width: 800)).frame()
///
/// - Cost: the whole picture is rendered once.
/// - Source: GPUImageLanczosResamplingFilter, which has 9 taps at any scale; here the number of taps depends
///   on the scale.
public struct LanczosResampling: Filter {
  /// The width in pixels; 0 derives it from the height.
  public var width = 0
  /// The height in pixels; 0 derives it from the width.
  public var height = 0

  /// Makes a filter that does not change the size.
  public init() {}

  /// Makes a filter for a size in pixels; a side of 0 is derived from the other side.
  public init(width: Int = 0, height: Int = 0) {
    self.width = width
    self.height = height
  }

  /// Makes the resized rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let size =
      switch (width > 0, height > 0) {
      case (true, true): PixelSize(width: width, height: height)
      case (true, false): input.size.scaled(toWidth: width)
      case (false, true): input.size.scaled(toHeight: height)
      case (false, false): input.size
      }
    if size == input.size { return input }
    return PictureRows(input, size: size, keepsDepth: true) { (pictures, execution) throws(RenderError) in
      try pictures[0].resized(to: size, execution)
    }
  }
}

extension LanczosResampling: SelfDescribing {
  public static let name = "lanczos-resampling"
  public static let aliases = ["resize", "lanczos"]
  public static let summary = "The picture in another size."
  public static let source: String? = "GPUImageLanczosResamplingFilter; originalImageSize = width, height"
  public static let parameters: [NamedParameter<LanczosResampling>] = [
    .integer("width", \.width, in: 0...8192, unit: "pixels", "The width; 0 follows the height.")
      .shown("320"),
    .integer("height", \.height, in: 0...8192, unit: "pixels", "The height; 0 follows the width."),
  ]
}
