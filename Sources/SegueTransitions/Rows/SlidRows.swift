import SeguePixels
import SegueRendering

/// Rows of a front picture over a back picture.
///
/// For each output row, `rows` has the row of the front picture that is shown, or nil to show the back
/// picture.
struct SlidRows: FloatSource {
  let front: any RowSource
  let back: any RowSource
  let rows: [Int?]

  var inputs: [any RowSource] { [front, back] }
  var inFloats: any RowSource { SlidRows(front: front.floats, back: back.floats, rows: rows) }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: [Int?]
    private let front: RowCursor
    private let back: RowCursor

    init(_ slid: SlidRows, _ context: RenderContext) throws(RenderError) {
      rows = slid.rows
      front = try RowCursor(slid.front, context)
      back = try RowCursor(slid.back, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if let other = rows[y] {
        try front.withRow(other) { row.copy(from: $0) }
      } else {
        try back.withRow(y) { row.copy(from: $0) }
      }
    }
  }
}
