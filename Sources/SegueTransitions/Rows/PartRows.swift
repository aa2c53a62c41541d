import SeguePixels
import SegueRendering

/// A rectangle of one picture, surrounded by another picture.
struct PartRows: FloatSource {
  let inside: any RowSource
  let outside: any RowSource
  let columns: Range<Int>
  let rows: Range<Int>

  var inputs: [any RowSource] { [inside, outside] }
  var inFloats: any RowSource {
    PartRows(inside: inside.floats, outside: outside.floats, columns: columns.inFloats, rows: rows)
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: BorrowingReader {
    private let part: PartRows
    private let width: Int
    private let inside: RowCursor
    private let outside: RowCursor
    /// The two pictures, for copying whole rows; nil for a picture that is not a bitmap but computed.
    ///
    /// The references are unretained, since `part` keeps the bitmaps alive.
    ///
    /// Retaining the bitmaps for each row would make all threads contend for the reference counts.
    private let pictures: (inside: BorrowedPart?, outside: BorrowedPart?)

    init(_ part: PartRows, _ context: RenderContext) throws(RenderError) {
      self.part = part
      width = part.size.width
      inside = try RowCursor(part.inside, context)
      outside = try RowCursor(part.outside, context)
      pictures = (Self.picture(part.inside), Self.picture(part.outside))
    }

    private static func picture(_ source: any RowSource) -> BorrowedPart? {
      source.bitmap.flatMap { BorrowedPart($0, x: 0, y: 0, width: $0.width, height: $0.height) }
    }

    func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? {
      let isInside = part.rows.contains(y) && !part.columns.isEmpty
      guard let picture = isInside ? pictures.inside : pictures.outside,
        !isInside || part.columns == 0..<width
      else { return nil }
      let end =
        isInside
        ? part.rows.upperBound
        : y < part.rows.lowerBound && !part.columns.isEmpty ? part.rows.lowerBound : picture.size.height
      return (picture, y..<end)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      let columns = part.rows.contains(y) ? part.columns : 0..<0
      if columns.count < width {
        try outside.withRow(y) { pixels in
          row.copy(columns: 0..<columns.lowerBound, of: pixels)
          row.copy(columns: columns.upperBound..<width, of: pixels)
        }
      }
      if !columns.isEmpty { try inside.withRow(y) { row.copy(columns: columns, of: $0) } }
    }
  }
}

extension MutableSpan<Pixel> {
  /// Copies some columns of another row to the same columns.
  fileprivate mutating func copy(columns: Range<Int>, of row: Span<Pixel>) {
    var part = _mutatingExtracting(columns)
    part.copy(from: row.extracting(columns))
  }
}
