// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
package import SegueFormats
public import SeguePixels
public import SegueRendering

/// The frames of another source, composited over a color.
///
///     let frames = OpaqueFrames(TransitionFrames(renderer, times: FrameTimes(frames: 61)), over: .black)
///     try await Exporter(frames).export(to: .file("movie.mp4"))
public struct OpaqueFrames: FrameSource {
  /// The source of the frames.
  public let source: any FrameSource
  /// The color behind the frames.
  public let background: Pixel

  /// Composites frames over a color; over a translucent color they stay translucent.
  public init(_ source: some FrameSource, over background: Pixel) {
    self.source = source
    self.background = background
  }

  public var count: Int { source.count }
  public var size: PixelSize { source.size }
  public var level: SIMDLevel { source.level }

  public func rows(of index: Int) throws -> any RowSource {
    let rows = try source.rows(of: index)
    if rows is PlanarRows { return rows }
    if let bitmap = rows.bitmap, bitmap.isOpaque { return bitmap }
    return RowsOverColor(rows: rows, color: background)
  }
}

extension OpaqueFrames: WrappedFrames {}

extension FrameSource {
  /// Returns the frames for a format.
  ///
  /// For a video without alpha, the frames are composited over the background, if it is opaque, since filters
  /// may make frames transparent.
  package func suited(to format: any FileFormat, over background: Pixel?) -> any FrameSource {
    guard let video = format.video, !video.keepsAlpha, let background, background.alpha == 255 else {
      return self
    }
    return OpaqueFrames(self, over: background)
  }
}

/// The rows of another source, composited over a color.
private struct RowsOverColor: FloatSource {
  let rows: any RowSource
  let color: Pixel

  var inputs: [any RowSource] { [rows] }
  var inFloats: any RowSource {
    let color = color
    return FloatMap(rows.floats) { _, row, _, out, kernels in kernels.composite(row, over: color, into: &out)
    }
  }

  func rowsAlike(from y: Int) -> Int { rows.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(color, context.kernels, try RowCursor(rows, context))
  }

  private final class Reader: RowReader {
    private let color: Pixel
    private let kernels: Kernels
    private let cursor: RowCursor

    init(_ color: Pixel, _ kernels: Kernels, _ cursor: RowCursor) {
      (self.color, self.kernels, self.cursor) = (color, kernels, cursor)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(y) { kernels.composite($0, over: color, into: &row) }
    }
  }
}
