import SeguePixels
import SegueRendering

/// A horizontal moving average: each pixel is the mean of itself and of the pixels to its right, `length` in
/// all; fewer at the end of the row.
struct SmearedRows: RowSource {
  let input: any RowSource
  let length: Int

  var inputs: [any RowSource] { [input] }

  func rowsAlike(from y: Int) -> Int { input.rowsAlike(from: y) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let length: Int
    private let cursor: RowCursor
    private let sums: ScratchRow<UInt32>
    private let kernels: Kernels

    init(_ rows: SmearedRows, _ context: RenderContext) throws(RenderError) {
      length = rows.length
      cursor = try RowCursor(rows.input, context)
      sums = ScratchRow(count: 4 * (rows.size.width + 1))
      kernels = context.kernels
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(y) { kernels.smear($0, length: length, sums: sums, into: &row) }
    }
  }
}
