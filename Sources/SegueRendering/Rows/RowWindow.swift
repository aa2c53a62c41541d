public import SeguePixels

/// A sliding window of rows, for filters that read neighboring pixels.
///
/// The window lends the rows of a bitmap, or holds a ring buffer in which each row is computed once. So a
/// filter holds 2 × radius + 1 rows of its input in memory, whatever the height. A `WindowFilter` is passed a
/// window; a `RowReader` makes a window for itself. A window belongs to one thread.
public final class RowWindow {
  /// The number of rows that the window has above the center, and also below the center.
  public let radius: Int
  /// The row of the picture at the center of the window, set by `move(to:)`.
  public private(set) var center = 0
  private let source: any RowSource
  private let width: Int
  private let borrowed: BorrowedRows?
  private let reader: (any RowReader)?
  private let ring: [RowBuffer]
  /// The number of the row that each buffer of the ring holds; nil for an empty buffer.
  private var held: [Int?]
  private let lent: LentRows

  /// Makes a window over the rows of an input; call `move(to:)` before reading pixels.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - radius: The number of rows above and below the center; at least 0.
  ///   - context: The context that `makeReader` receives.
  /// - Throws: `RenderError` if the source cannot be rendered.
  public convenience init(
    _ source: any RowSource, radius: Int, _ context: RenderContext
  ) throws(RenderError) {
    // Limits the radius, since rows beyond the picture only repeat its edge.
    try self.init(source, radius: max(0, min(radius, 1 << 20)), more: 0, context)
  }

  /// Makes a window of `radius` rows above and below a row, and of `more` further rows below.
  ///
  /// - Throws: `RenderError` if the source cannot be rendered.
  package init(
    _ source: any RowSource, radius: Int, more: Int, _ context: RenderContext
  ) throws(RenderError) {
    let count = 2 * radius + 1 + more
    self.source = source
    self.radius = radius
    width = source.size.width
    borrowed = source.bitmap.map(BorrowedRows.init)
    reader = borrowed == nil ? try context.reader(of: source) : nil
    ring = (0..<(borrowed == nil ? min(count, source.size.height) : 0)).map { _ in
      RowBuffer(width: source.size.width)
    }
    held = Array(repeating: nil, count: ring.count)
    lent = LentRows(count: count)
  }

  /// Moves the center to row `y`, and computes the rows that are new in the window.
  ///
  /// - Throws: `RenderError` if a row cannot be rendered.
  public func move(to y: Int) throws(RenderError) {
    _ = try rows(around: y)
    center = y
  }

  /// The pixel at column `x`, `dy` rows below the center; outside the picture, the nearest edge pixel.
  ///
  /// `dy` is in −radius…radius.
  ///
  /// An access takes some 40 ns. The window must have been moved to a row.
  public subscript(x: Int, dy: Int) -> Pixel {
    let index = radius + dy
    precondition(index >= 0 && index < lent.count, "row outside the window")
    return lent[row: index, max(0, min(x, width - 1))]
  }

  /// Lends the rows from `y` − radius to `y` + radius + more; the rows are valid until the next call.
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

  /// Calls `body` with row `y`; a row that the window still holds is not computed again.
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
