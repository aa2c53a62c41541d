import SeguePixels
import SegueRendering

/// A rectangle of one picture, and another one around it.
struct PartRows: RowSource {
  let inside: any RowSource
  let outside: any RowSource
  let columns: Range<Int>
  let rows: Range<Int>

  var inputs: [any RowSource] { [inside, outside] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: BorrowingReader {
    private let part: PartRows
    private let inside: RowCursor
    private let outside: RowCursor
    /// What whole rows are borrowed from.
    private let bitmaps: (inside: Bitmap?, outside: Bitmap?)

    init(_ part: PartRows, _ context: RenderContext) throws(RenderError) {
      self.part = part
      inside = try RowCursor(part.inside, context)
      outside = try RowCursor(part.outside, context)
      bitmaps = (part.inside.bitmap, part.outside.bitmap)
    }

    func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? {
      let isInside = part.rows.contains(y) && !part.columns.isEmpty
      guard let bitmap = isInside ? bitmaps.inside : bitmaps.outside,
        !isInside || part.columns == 0..<bitmap.width,
        let whole = BorrowedPart(bitmap, x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      else { return nil }
      let end =
        isInside
        ? part.rows.upperBound
        : y < part.rows.lowerBound && !part.columns.isEmpty ? part.rows.lowerBound : bitmap.height
      return (whole, y..<end)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let columns = part.rows.contains(y) ? part.columns : 0..<0
      let width = row.count
      if columns.count < width {
        try outside.withRow(y) { pixels in
          for range in columns.isEmpty ? [0..<width] : [0..<columns.lowerBound, columns.upperBound..<width] {
            var rest = row._mutatingExtracting(range)
            rest.copy(from: pixels.extracting(range))
          }
        }
      }
      if !columns.isEmpty {
        var middle = row._mutatingExtracting(columns)
        try inside.withRow(y) { middle.copy(from: $0.extracting(columns)) }
      }
    }
  }
}
