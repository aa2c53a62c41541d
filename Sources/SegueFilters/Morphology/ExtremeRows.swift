import SeguePixels
import SegueRendering

/// The largest or smallest of the square around each pixel, each channel for itself: what dilation and erosion are made of.
///
/// Outside is the edge.
struct ExtremeRows: RowSource {
  let input: any RowSource
  let radius: Int
  let largest: Bool

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: ExtremeRows
    private let kernels: Kernels
    private let width: Int
    private let window: RowWindow
    private var scratch: ScratchRow<UInt8>
    /// What is known of the row behind the one that was read last: two rows share most of what they are made of.
    private var next: ScratchRow<UInt8>
    private var nextRow: Int?

    init(_ rows: ExtremeRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      kernels = context.kernels
      width = rows.size.width
      window = try RowWindow(rows.input, radius: rows.radius + 1, context)
      scratch = ScratchRow(count: 4 * (width + 2 * rows.radius))
      next = ScratchRow(count: 4 * (width + 2 * rows.radius))
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if nextRow == y {
        swap(&scratch, &next)
        nextRow = nil
      } else {
        kernels.extremes(
          try window.rows(around: y), largest: rows.largest, padding: rows.radius, into: scratch, and: next)
        nextRow = y + 1
      }
      scratch.extendEdges(width: width, padding: rows.radius)
      kernels.extremeAcross(scratch, radius: rows.radius, largest: rows.largest, into: &row)
    }
  }
}
