import SeguePixels
import SegueRendering

/// The maximum or minimum of each channel over the square around each pixel, clamped to the edge; the base of
/// dilation and erosion.
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
    private let context: RenderContext
    private let size: PixelSize
    private let window: RowWindow
    /// Four rows of vertical maxima or minima, which are computed together since they share most of their
    /// inputs.
    private let columns: ScratchRow<UInt8>
    private var first = 0
    /// The rows of the frame for which `columns` has valid values; reading a row overwrites its values.
    private var unread = 0..<0

    init(_ rows: ExtremeRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      self.context = context
      size = rows.size
      window = try RowWindow(rows.input, radius: rows.radius, more: 3, context)
      columns = ScratchRow(count: 16 * (size.width + 2 * rows.radius))
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if !unread.contains(y) {
        unread = 0..<0
        context.kernels.extremes(
          try window.rows(around: y), largest: rows.largest, padding: rows.radius, into: columns)
        (first, unread) = (y, y..<y + 4)
      }
      unread = y + 1..<unread.upperBound
      let quarter = y - first
      columns.extendEdges(at: quarter * (columns.count / 4), width: size.width, padding: rows.radius)
      context.kernels.extremeAcross(
        columns, quarter: quarter, radius: rows.radius, largest: rows.largest, into: &row,
        streaming: context.streams)
    }
  }
}
