public import SeguePixels

/// A filter that computes each pixel from its neighbors.
///
///     struct Relief: WindowFilter {
///       var radius: Int { 1 }
///
///       func filter(_ window: RowWindow, into row: inout MutableSpan<Pixel>, at progress: Double) {
///         for x in row.indices {
///           let difference = Int(window[x - 1, -1].green) - Int(window[x + 1, 1].green)
///           let gray = UInt8(max(0, min(255, 128 + difference)))
///           row[x] = Pixel(red: gray, green: gray, blue: gray)
///         }
///       }
///     }
///
///     let frame = try (photo --> Relief()).frame()
///
/// Pixels are premultiplied: keep each color at or below alpha. Rows are passed in any order, from several
/// threads, each with a window of its own.
public protocol WindowFilter: Filter {
  /// The number of rows that the filter reads above and below the row of a pixel; columns are not limited.
  var radius: Int { get }

  /// Writes every pixel of row `window.center`; `window[x + dx, dy]` is the input's pixel in column `x + dx`,
  /// `dy` rows below the center.
  ///
  /// - Throws: `RenderError` if the row cannot be rendered; rendering the frame then fails.
  func filter(
    _ window: RowWindow, into row: inout MutableSpan<Pixel>, at progress: Double
  ) throws(RenderError)
}

extension WindowFilter {
  /// Makes the row source of the filtered frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    WindowFilterRows(input: input, filter: self, progress: progress)
  }
}

private struct WindowFilterRows: RowSource {
  let input: any RowSource
  let filter: any WindowFilter
  let progress: Double

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    Reader(self, try RowWindow(input, radius: filter.radius, context))
  }

  private final class Reader: RowReader {
    private let rows: WindowFilterRows
    private let window: RowWindow

    init(_ rows: WindowFilterRows, _ window: RowWindow) { (self.rows, self.window) = (rows, window) }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      try window.move(to: y)
      try rows.filter.filter(window, into: &row, at: rows.progress)
    }
  }
}
