public import SeguePixels

/// Makes a picture from a picture.
///
/// Most custom filters are `RowFilter`s. Conform to `Filter` itself to read several rows, or others than the one
/// being written.
public protocol Filter: Sendable {
  /// The filtered rows, for the frame at `progress` (0…1, unless a caller animates beyond).
  ///
  /// Called once a frame: evaluate parameters and build tables here. Return `input` where there is nothing to do.
  func apply(to input: any RowSource, at progress: Double) -> any RowSource
}

/// Makes one picture from two of the same size.
public protocol Blend: Sendable {
  /// The blended rows, for the frame at `progress`.
  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource
}

/// A filter that changes each row on its own.
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
/// Pixels are premultiplied: keep each colour at or below alpha. Rows come in any order, from several threads.
public protocol RowFilter: Filter {
  /// Replaces the pixels of row `y`, counted from the top.
  func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double)
}

extension RowFilter {
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    RowFilterRows(input: input, filter: self, progress: progress)
  }
}

private struct RowFilterRows: RowSource {
  let input: any RowSource
  let filter: any RowFilter
  let progress: Double

  var size: PixelSize { input.size }
  var failure: PixelError? { input.failure }

  func makeReader(_ context: RowContext) -> RowReader { Reader(self, context) }

  private final class Reader: RowReader {
    let rows: RowFilterRows
    let input: RowReader

    init(_ rows: RowFilterRows, _ context: RowContext) {
      self.rows = rows
      input = rows.input.makeReader(RowContext(kernels: context.kernels))
    }

    override func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      input.read(y, into: &row)
      rows.filter.filter(&row, y: y, at: rows.progress)
    }
  }
}
