public import SeguePixels

/// A picture whose rows are computed on demand: a bitmap, or a filter over other row sources.
///
/// For each frame, a chain becomes a tree of row sources. A row is computed when the next filter reads it;
/// equal consecutive rows are computed once. Readers throw the errors of their inputs.
public protocol RowSource: Sendable {
  /// The row sources from which this source computes its rows; empty for a bitmap.
  var inputs: [any RowSource] { get }

  /// The size in pixels; by default the size of the first input.
  var size: PixelSize { get }

  /// The bitmap whose rows are exactly the rows of this source; nil if rows are computed. The source retains
  /// the bitmap.
  var bitmap: Bitmap? { get }

  /// Returns the end of the run of equal rows that begins at `y`: rows `y..<result` have the same pixels.
  ///
  /// The result `y + 1` is always correct. In a longer run, the renderer copies rows instead of computing
  /// them.
  func rowsAlike(from y: Int) -> Int

  /// Makes a reader for one thread; several threads may call this method at the same time.
  ///
  /// - Throws: `RenderError` if the rows cannot be rendered.
  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader
}

extension RowSource {
  /// The size of the first input.
  public var size: PixelSize { inputs.first?.size ?? PixelSize(width: 0, height: 0) }
  /// Nil: the rows are computed.
  public var bitmap: Bitmap? { nil }
  /// Returns `y + 1`, the end of a run of one row.
  public func rowsAlike(from y: Int) -> Int { y + 1 }
}

/// Computes rows of a source on one thread, in scratch memory of its own.
public protocol RowReader: AnyObject {
  /// Writes every pixel of row `y`.
  ///
  /// - Throws: `RenderError` if the row cannot be rendered; rendering the frame then fails.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError)
}

/// A reader that computes several rows together faster than one by one.
package protocol BandReader: RowReader {
  /// Writes every pixel of a band of rows.
  func read(_ band: RowWriter) throws(RenderError)
}

/// A reader of a source in which some rows equal rows of a bitmap and can be copied.
package protocol BorrowingReader: RowReader {
  /// Returns a part of a bitmap, and the range of the part's rows that equal row `y` and the rows below; nil
  /// if row `y` must be computed.
  func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)?
}

extension Bitmap: RowSource {
  /// Empty: the pixels are in memory.
  public var inputs: [any RowSource] { [] }
  /// This bitmap.
  public var bitmap: Bitmap? { self }
  /// Makes a reader that copies rows of the bitmap.
  public func makeReader(_ context: RenderContext) -> any RowReader { BitmapReader(self) }
}

private final class BitmapReader: RowReader {
  private let bitmap: Bitmap

  init(_ bitmap: Bitmap) { self.bitmap = bitmap }

  func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    bitmap.withRow(y) { pixels in row.copy(from: pixels) }
  }
}
