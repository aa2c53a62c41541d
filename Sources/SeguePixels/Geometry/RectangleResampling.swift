/// Resamples a rectangle of a bitmap to a frame, row by row.
///
/// The rectangle is not rounded to whole pixels: moving it by a hundredth of a pixel also moves the frame's
/// content by that much. The filter is that of `fitted(to:)`; it also reads pixels around the rectangle, and
/// is clamped to the edge of the bitmap.
package struct RectangleResampling: Sendable {
  /// The size of the frame.
  package let size: PixelSize
  private let source: PixelStorage
  private let columns: ResampleTable
  private let rows: ResampleTable
  private let dither: Bool

  /// Computes the weights for a rectangle, in pixels of the bitmap, and a frame size.
  ///
  /// - Throws: `RenderError` if the size of the frame or the rectangle is empty.
  package init(
    _ bitmap: Bitmap, _ rectangle: PixelRectangle, to size: PixelSize, dither: Bool = false
  ) throws(RenderError) {
    guard size.width > 0, size.height > 0, rectangle.width > 0, rectangle.height > 0 else {
      throw .invalidSize(size)
    }
    func table(_ input: Int, _ start: Double, _ length: Double, _ count: Int) -> ResampleTable {
      ResampleTable(
        ResampleAxis(input: input, start: start, scale: Double(count) / length, count: count), 0..<count)
    }
    columns = table(bitmap.width, rectangle.x, rectangle.width, size.width)
    rows = table(bitmap.height, rectangle.y, rectangle.height, size.height)
    (source, self.size, self.dither) = (bitmap.storage, size, dither)
  }

  /// Makes scratch memory for `read`.
  package func makeSums() -> ScratchRow<Float> { ScratchRow(count: 4 * columns.inputs.count) }

  /// Writes row `y` of the frame; `scratch` is memory from `makeSums`.
  package func read(
    _ y: Int, _ scratch: ScratchRow<Float>, into row: inout MutableSpan<Pixel>, _ kernels: Kernels
  ) {
    precondition(scratch.count >= 4 * columns.inputs.count)
    var sums = UnsafeMutableBufferPointer(start: scratch.start, count: scratch.count).mutableSpan
    let first = rows.inputs.lowerBound + Int(rows.starts[y])
    var isFirst = true
    for tap in 0..<rows.taps {
      let weight = rows.weights[y * rows.taps + tap]
      if weight == 0 && !(isFirst && tap == rows.taps - 1) { continue }
      source.add(row: first + tap, columns.inputs, weight: weight, to: &sums, first: isFirst, kernels)
      isFirst = false
    }
    kernels.resampleAcross(
      sums.span, starts: columns.starts, weights: columns.weights, taps: columns.taps,
      rounding: dither ? .pattern(x: 0, y: y) : .nearest, into: &row)
  }
}
