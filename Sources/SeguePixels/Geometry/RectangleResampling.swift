/// Resamples a rectangle of a bitmap to a frame, row by row.
///
/// The rectangle is not rounded to whole pixels: moving the rectangle by a hundredth of a pixel also moves
/// the frame's content, by this distance times the scale. The filter is the Lanczos filter of
/// `Bitmap.fitted(to:)`, which also reads pixels around the rectangle, clamped to the edge of the bitmap.
package struct RectangleResampling: Sendable {
  /// The size of the frame.
  package let size: PixelSize
  /// The resampled bitmap.
  package let bitmap: Bitmap
  private var source: any ResampleSource
  /// Whether `read` writes rows with four floats a pixel.
  private var givesFloats = false
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
    (self.bitmap, source, self.size, self.dither) = (bitmap, bitmap.storage, size, dither)
  }

  /// A copy of this resampling that writes rows of floats.
  package var inFloats: RectangleResampling {
    var floats = self
    floats.givesFloats = true
    floats.source = bitmap.deep ?? WidenedPixels(bitmap.storage)
    return floats
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
    if givesFloats {
      return kernels.floats.resampleAcross(
        sums.span, starts: columns.starts, weights: columns.weights, taps: columns.taps, into: &row)
    }
    kernels.resampleAcross(
      sums.span, starts: columns.starts, weights: columns.weights, taps: columns.taps,
      rounding: dither ? .pattern(x: 0, y: y) : .nearest, into: &row)
  }
}

/// A source of 8-bit pixels that are converted to floats before resampling.
private final class WidenedPixels: ResampleSource {
  private let pixels: PixelStorage
  var size: PixelSize { pixels.size }

  init(_ pixels: PixelStorage) { self.pixels = pixels }

  func add(
    row y: Int, _ columns: Range<Int>, weight: Float, to sums: inout MutableSpan<Float>, first: Bool,
    _ kernels: Kernels
  ) {
    let floats = RowBuffer(width: 4 * columns.count)
    try? floats.withMutableRow { kernels.floats.read(pixels.row(y).span.extracting(columns), into: &$0) }
    try? floats.withRow { kernels.floats.resampleDown($0, weight: weight, into: &sums, first: first) }
  }
}
