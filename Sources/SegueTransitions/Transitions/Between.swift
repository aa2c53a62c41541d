import SeguePixels
import SegueRendering

/// Rows that are made of both pictures, with the pictures themselves at the ends.
struct Between: Blend {
  private let rows: @Sendable (any RowSource, any RowSource, Double) -> any RowSource

  /// Takes what makes the rows of a frame at a progress between 0 and 1.
  init(
    _ rows: @escaping @Sendable (_ a: any RowSource, _ b: any RowSource, _ progress: Double) -> any RowSource
  ) {
    self.rows = rows
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress <= 0 { return a }
    if progress >= 1 { return b }
    return rows(a, b, progress)
  }
}

/// One color.
struct ColorRows: RowSource {
  let size: PixelSize
  let color: Pixel

  var inputs: [any RowSource] { [] }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(color) }

  private final class Reader: RowReader {
    private let color: Pixel

    init(_ color: Pixel) { self.color = color }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.update(repeating: color) }
  }
}

/// Pixels of a picture by their columns and rows.
struct PickedRows: RowSource {
  let input: any RowSource
  /// Which column is shown in each; nil: its own.
  let columns: [Int]?
  /// Which row is shown in each.
  let rows: [Int]

  var inputs: [any RowSource] { [input] }

  /// Takes which columns and rows are shown; those outside are the nearest inside.
  init(_ input: any RowSource, columns: ((Int) -> Int)? = nil, rows: ((Int) -> Int)? = nil) {
    let size = input.size
    self.input = input
    self.columns = columns.map { column in (0..<size.width).map { min(size.width - 1, max(0, column($0))) } }
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
        for x in row.indices { row[x] = input[columns[x]] }
      }
    }
  }
}
