import SeguePixels
import SegueRendering

/// A picture resampled by nearest neighbor: tables give the source column of each output column, and the
/// source row of each output row.
struct PickedRows: FloatSource {
  let input: any RowSource
  /// The source column of each output column; nil if each column is its own source.
  let columns: PickedColumns?
  /// The source row of each output row.
  let rows: [Int]

  var inputs: [any RowSource] { [input] }
  var inFloats: any RowSource { PickedRows(input.floats, columns: columns?.inFloats, rows: rows) }

  private init(_ input: any RowSource, columns: PickedColumns?, rows: [Int]) {
    (self.input, self.columns, self.rows) = (input, columns, rows)
  }

  /// Makes rows from functions that give the source of each output column and row, clamped to the picture.
  ///
  /// - Parameters:
  ///   - input: The picture.
  ///   - seen: The output columns that the caller uses, such as the columns inside a `PartRows`; other
  ///     columns are not written. Nil for all columns.
  ///   - columns: Returns the source column of an output column; if nil, each column is its own source.
  ///   - rows: Returns the source row of an output row; if nil, each row is its own source.
  init(
    _ input: any RowSource, seen: Range<Int>? = nil, columns: ((Int) -> Int)? = nil,
    rows: ((Int) -> Int)? = nil
  ) {
    let size = input.size
    self.input = input
    self.columns = columns.map { column in
      PickedColumns(seen ?? 0..<size.width) { min(size.width - 1, max(0, column($0))) }
    }
    self.rows = (0..<size.height).map { min(size.height - 1, max(0, rows?($0) ?? $0)) }
  }

  func rowsAlike(from y: Int) -> Int {
    var end = y + 1
    while end < rows.count, rows[end] == rows[y] { end += 1 }
    return end
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let picked: PickedRows
    private let cursor: RowCursor

    init(_ picked: PickedRows, _ context: RenderContext) throws(RenderError) {
      self.picked = picked
      cursor = try RowCursor(picked.input, context)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try cursor.withRow(picked.rows[y]) { input in
        guard let columns = picked.columns else { return row.copy(from: input) }
        columns.put(input, into: &row)
      }
    }
  }
}
