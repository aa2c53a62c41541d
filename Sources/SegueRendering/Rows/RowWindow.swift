package import SeguePixels

/// A sliding window of rows, for filters that read neighboring rows.
///
/// The window lends the rows of a bitmap, or holds a ring buffer in which each row is computed once.
package final class RowWindow {
  private let source: any RowSource
  private let radius: Int
  private let borrowed: BorrowedRows?
  private let reader: (any RowReader)?
  private let ring: [RowBuffer]
  /// The row number that each buffer of the ring holds.
  private var held: [Int?]
  private let lent: LentRows

  /// Makes a window of `radius` rows above and below a row, and of `more` further rows below.
  ///
  /// - Throws: `RenderError` if the source cannot be rendered.
  package init(
    _ source: any RowSource, radius: Int, more: Int = 0, _ context: RenderContext
  ) throws(RenderError) {
    let count = 2 * radius + 1 + more
    self.source = source
    self.radius = radius
    borrowed = source.bitmap.map(BorrowedRows.init)
    reader = borrowed == nil ? try source.makeReader(context.cached) : nil
    ring = (0..<(borrowed == nil ? min(count, source.size.height) : 0)).map { _ in
      RowBuffer(width: source.size.width)
    }
    held = Array(repeating: nil, count: ring.count)
    lent = LentRows(count: count)
  }

  /// Lends the rows from `y` − radius to `y` + radius + more, until the next call.
  ///
  /// Rows outside the picture repeat its edge.
  ///
  /// - Throws: `RenderError` if a row cannot be rendered.
  package func rows(around y: Int) throws(RenderError) -> LentRows {
    let last = source.size.height - 1
    for index in 0..<lent.count {
      let row = min(last, max(0, y - radius + index))
      if index > 0, row == min(last, max(0, y - radius + index - 1)) {
        lent.repeatRow(index - 1, as: index)
      } else {
        try withRow(row) { lent.lend($0, as: index) }
      }
    }
    return lent
  }

  /// Calls `body` with any row; rows of the last window are not computed again.
  package func withRow(
    _ y: Int, _ body: (Span<Pixel>) throws(RenderError) -> Void
  ) throws(RenderError) {
    if let borrowed { return try borrowed.withRow(y, body) }
    let slot = y % ring.count
    if held[slot] != y {
      held[slot] = nil
      try ring[slot].withMutableRow { (row) throws(RenderError) in try reader?.read(y, into: &row) }
      held[slot] = y
    }
    try ring[slot].withRow(body)
  }
}
