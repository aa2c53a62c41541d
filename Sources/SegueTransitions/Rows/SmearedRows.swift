import SeguePixels
import SegueRendering

/// A horizontal moving average: each pixel becomes the mean of `length` pixels, itself and the pixels to its
/// right; fewer at the end of the row.
///
/// If `isCentered`, the `length` pixels are centered on the pixel itself, and the row is mirrored beyond its
/// ends.
struct SmearedRows: FloatSource {
  let input: any RowSource
  let length: Int
  var isCentered = false

  var inputs: [any RowSource] { [input] }

  var inFloats: any RowSource {
    let (length, before) = (length, isCentered ? length / 2 : 0)
    let isCentered = isCentered
    return FloatMap(input.floats) { _, row, _, out, _ in
      let width = row.count / 4
      out.withFloats { out in
        row.withFloats { row in
          for channel in 0..<4 {
            func sample(_ x: Int) -> Double {
              let place = abs(x)
              return Double(
                row[4 * min(max(place >= width ? 2 * (width - 1) - place : place, 0), width - 1) + channel])
            }
            // Without mirroring, the window of a pixel ends at the last pixel of the row.
            var (sum, end) = (0.0, -before)
            for x in 0..<width {
              let first = x - before
              let last = isCentered ? first + length : min(first + length, width)
              if x > 0 { sum -= sample(first - 1) }
              while end < last {
                sum += sample(end)
                end += 1
              }
              out[4 * x + channel] = Float(sum / Double(last - first))
            }
          }
        }
      }
    }
  }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let length: Int
    private let cursor: RowCursor
    private let sums: ScratchRow<UInt32>
    private let kernels: Kernels
    /// Buffers for a row with mirrored ends and for its averages; nil if the average is not centered.
    private let wide: (row: RowBuffer, means: RowBuffer)?

    init(_ rows: SmearedRows, _ context: RenderContext) throws(RenderError) {
      length = rows.length
      cursor = try RowCursor(rows.input, context)
      let width = rows.size.width + (rows.isCentered ? 2 * (length / 2) : 0)
      wide = rows.isCentered ? (RowBuffer(width: width), RowBuffer(width: width)) : nil
      sums = ScratchRow(count: 4 * (width + 1))
      kernels = context.kernels
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      guard let wide else {
        return try cursor.withRow(y) { kernels.smear($0, length: length, sums: sums, into: &row) }
      }
      let (before, last) = (length / 2, row.count - 1)
      try cursor.withRow(y) { (input) throws(RenderError) in
        try wide.row.withMutableRow { extended in
          for x in extended.indices {
            let place = abs(x - before)
            let mirrored = place > last ? 2 * last - place : place
            extended[x] = input[min(max(mirrored, 0), last)]
          }
        }
      }
      try wide.row.withRow { (extended) throws(RenderError) in
        try wide.means.withMutableRow { kernels.smear(extended, length: length, sums: sums, into: &$0) }
      }
      try wide.means.withRow { means in for x in row.indices { row[x] = means[x] } }
    }
  }
}
