package import SeguePixels

/// The rows of a frame that shows a rectangle of a bitmap, scaled to the frame.
package struct RectangleRows: FloatSource {
  private let resampling: RectangleResampling

  /// Makes the rows of a frame of the given size that shows a rectangle of a bitmap; the rectangle is in
  /// pixels of the bitmap.
  ///
  /// - Throws: `RenderError` if the frame or the rectangle is empty.
  package init(
    _ bitmap: Bitmap, _ rectangle: PixelRectangle, to size: PixelSize, dither: Bool = false
  ) throws(RenderError) {
    resampling = try RectangleResampling(bitmap, rectangle, to: size, dither: dither)
  }

  package var inputs: [any RowSource] { [resampling.bitmap] }
  package var size: PixelSize { resampling.size }
  package var inFloats: any RowSource { RectangleFloats(resampling: resampling.inFloats) }

  package func makeReader(_ context: RenderContext) -> any RowReader { Reader(resampling, context.kernels) }

  fileprivate final class Reader: RowReader {
    private let resampling: RectangleResampling
    private let kernels: Kernels
    private let sums: ScratchRow<Float>

    init(_ resampling: RectangleResampling, _ kernels: Kernels) {
      (self.resampling, self.kernels) = (resampling, kernels)
      sums = resampling.makeSums()
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      resampling.read(y, sums, into: &row, kernels)
    }
  }
}

/// The rows of a rectangle as floats.
private struct RectangleFloats: RowSource {
  let resampling: RectangleResampling

  var inputs: [any RowSource] { [resampling.bitmap.floats] }
  var size: PixelSize { PixelSize(width: 4 * resampling.size.width, height: resampling.size.height) }

  func makeReader(_ context: RenderContext) -> any RowReader {
    RectangleRows.Reader(resampling, context.kernels)
  }
}
