import SeguePixels
import SegueRendering

/// Rows of floats with the maximum or minimum of each channel over the square around each pixel.
private struct FloatExtremes: RowSource {
  let input: any RowSource
  let radius: Int
  let largest: Bool

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: FloatExtremes
    private let kernels: FloatKernels
    private let window: RowWindow
    /// A row of the maxima or minima of columns, extended at both ends by copies of the edge pixels.
    private let columns: RowBuffer

    init(_ rows: FloatExtremes, _ context: RenderContext) throws(RenderError) {
      (self.rows, kernels) = (rows, context.kernels.floats)
      window = try RowWindow(rows.input, radius: rows.radius, context)
      columns = RowBuffer(width: rows.size.width + 8 * rows.radius)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let lent = try window.rows(around: y)
      let inner = 4 * rows.radius..<4 * rows.radius + row.count
      try columns.withMutableRow { columns in
        var part = columns._mutatingExtracting(inner)
        kernels.extreme(of: lent, largest: rows.largest, into: &part)
        columns.extendFloatEdges(of: inner)
        kernels.extremeAcross(&columns, radius: rows.radius, largest: rows.largest, into: &row)
      }
    }
  }
}

extension ExtremeRows: FloatSource {
  var inFloats: any RowSource { FloatExtremes(input: input.floats, radius: radius, largest: largest) }
}

extension RedAsGrayRows: FloatSource {
  var inFloats: any RowSource {
    FloatMap(input.floats) { _, row, _, out, _ in
      let count = row.count / 4
      out.withFloats { out in
        row.withFloats { row in
          for pixel in 0..<count {
            for channel in 0..<3 { out[4 * pixel + channel] = row[4 * pixel] }
            out[4 * pixel + 3] = 1
          }
        }
      }
    }
  }
}
