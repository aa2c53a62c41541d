public import SeguePixels

/// Lends the rows of a source: rows of a bitmap in place, other rows in a buffer that holds the last computed
/// row.
public final class RowCursor {
  private let source: any RowSource
  private let borrowed: BorrowedRows?
  private let reader: (any RowReader)?
  private let buffer: RowBuffer
  private var held = 0..<0

  /// Makes a cursor for `source`.
  ///
  /// - Throws: `RenderError` if the source cannot be rendered.
  public init(_ source: any RowSource, _ context: RenderContext) throws(RenderError) {
    self.source = source
    borrowed = source.bitmap.map(BorrowedRows.init)
    reader = borrowed == nil ? try context.reader(of: source) : nil
    buffer = RowBuffer(width: borrowed == nil ? source.size.width : 0)
  }

  /// Makes a cursor that shares the reader of another cursor, but has its own row buffer.
  package init(sharing other: RowCursor) {
    (source, borrowed, reader) = (other.source, other.borrowed, other.reader)
    buffer = RowBuffer(width: borrowed == nil ? source.size.width : 0)
  }

  /// Calls `body` with the pixels of row `y`.
  ///
  /// - Throws: `RenderError` if the row cannot be rendered; the errors of `body`.
  public func withRow(
    _ y: Int, _ body: (Span<Pixel>) throws(RenderError) -> Void
  ) throws(RenderError) {
    if let borrowed { return try borrowed.withRow(y, body) }
    if !held.contains(y) {
      held = 0..<0
      try buffer.withMutableRow { (row) throws(RenderError) in try reader?.read(y, into: &row) }
      held = y..<source.rowsAlike(from: y)
    }
    return try buffer.withRow(body)
  }
}
