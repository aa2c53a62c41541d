public import SeguePixels

/// Rows of pixels that are computed one by one on demand: a bitmap, or a filter over other rows.
///
/// A chain is a tree of sources for one frame. A row is computed when the next filter reads it, and repeated
/// rows are computed once. Readers throw the errors of their inputs.
public protocol RowSource: Sendable {
  /// The sources that this one reads; empty for a picture.
  var inputs: [any RowSource] { get }

  /// The size in pixels; by default that of the first input.
  var size: PixelSize { get }

  /// The bitmap of which these are the rows, retained by the source; nil if rows are computed.
  var bitmap: Bitmap? { get }

  /// The end of the run of equal rows that starts at `y`: rows `y..<result` all have the same pixels.
  ///
  /// `y + 1` is always right; a longer run lets the renderer copy instead of compute.
  func rowsAlike(from y: Int) -> Int

  /// Makes a reader for one thread; several threads may call it at the same time.
  ///
  /// - Throws: `RenderError` if the rows cannot be rendered.
  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader
}

extension RowSource {
  /// The size of the first input.
  public var size: PixelSize { inputs.first?.size ?? PixelSize(width: 0, height: 0) }
  /// No bitmap: the rows are computed.
  public var bitmap: Bitmap? { nil }
  /// A run of one row.
  public func rowsAlike(from y: Int) -> Int { y + 1 }
}

/// Computes rows of a source on one thread; holds the scratch memory.
public protocol RowReader: AnyObject {
  /// Writes every pixel of row `y`.
  ///
  /// - Throws: `RenderError` if the row cannot be rendered; rendering the frame then fails.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError)
}

/// A reader that computes several rows faster together than one by one.
package protocol BandReader: RowReader {
  /// Writes every pixel of the rows of a band.
  func read(_ band: RowWriter) throws(RenderError)
}

/// A reader some of whose rows are those of a bitmap.
package protocol BorrowingReader: RowReader {
  /// The rows from `y` on that equal rows of a bitmap and can be copied; nil if row `y` does not.
  func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)?
}

extension Bitmap: RowSource {
  /// No inputs: the pixels are in memory.
  public var inputs: [any RowSource] { [] }
  /// This bitmap.
  public var bitmap: Bitmap? { self }
  /// Makes a reader that copies rows.
  public func makeReader(_ context: RenderContext) -> any RowReader { BitmapReader(self) }
}

private final class BitmapReader: RowReader {
  private let bitmap: Bitmap

  init(_ bitmap: Bitmap) { self.bitmap = bitmap }

  func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    bitmap.withRow(y) { pixels in row.copy(from: pixels) }
  }
}
