public import SeguePixels

/// A filter: a function from a picture to a picture.
///
/// Most custom filters are `RowFilter`s. Conform to `Filter` to read several input rows for one output row,
/// or to read rows in another order.
public protocol Filter: Sendable {
  /// Makes the row source of the filtered frame at `progress` (0…1, or beyond if a spring overshoots).
  ///
  /// Called once for each frame: evaluate parameters and build tables here. Return `input` if nothing
  /// changes.
  func apply(to input: any RowSource, at progress: Double) -> any RowSource
}

/// A blend: a function from two pictures of equal size to one.
public protocol Blend: Sendable {
  /// Makes the row source of the blended frame at `progress`; called once for each frame.
  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource
}

/// A filter that changes each row independently.
///
///     struct Negative: RowFilter {
///       func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
///         for x in row.indices {
///           row[x].red = row[x].alpha - row[x].red
///           row[x].green = row[x].alpha - row[x].green
///           row[x].blue = row[x].alpha - row[x].blue
///         }
///       }
///     }
///
///     let frame = try (photo --> Negative()).frame()
///
/// Pixels are premultiplied: keep each color at or below alpha. Rows are passed in any order, from several
/// threads.
public protocol RowFilter: Filter {
  /// Replaces the pixels of row `y`, counted from the top.
  ///
  /// - Throws: `RenderError` if the row cannot be rendered; rendering the frame then fails.
  func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) throws(RenderError)
}

extension RowFilter {
  /// Makes the row source of the filtered frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    RowFilterRows(input: input, filter: self, progress: progress)
  }
}

private struct RowFilterRows: RowSource {
  let input: any RowSource
  let filter: any RowFilter
  let progress: Double

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let rows: RowFilterRows
    private let input: any RowReader

    init(_ rows: RowFilterRows, _ context: RenderContext) throws(RenderError) {
      self.rows = rows
      input = try context.reader(of: rows.input)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try input.read(y, into: &row)
      try rows.filter.filter(&row, y: y, at: rows.progress)
    }
  }
}
