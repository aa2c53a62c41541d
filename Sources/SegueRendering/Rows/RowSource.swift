public import SeguePixels

/// Rows of pixels that can be asked for one by one: a bitmap, or a filter on other rows.
///
/// A chain is a tree of these for one frame. A row is computed when the next filter needs it, and rows that repeat
/// are computed once. Whatever goes wrong below is thrown by the reader above: there is no way to forget it.
public protocol RowSource: Sendable {
  /// The sources that this one reads; none for a picture.
  var inputs: [any RowSource] { get }

  /// Width and height in pixels: those of the first input, unless said otherwise.
  var size: PixelSize { get }

  /// The bitmap that these rows are, which the source holds; nil where they are computed.
  var bitmap: Bitmap? { get }

  /// The end of the run of equal rows that starts at `y`: rows `y..<result` all have the same pixels.
  ///
  /// `y + 1` is always right; a longer run lets the renderer copy instead of compute.
  func rowsAlike(from y: Int) -> Int

  /// Makes a reader for one thread. Several threads may ask at the same time.
  ///
  /// - Throws: `RenderError` where the rows cannot be rendered.
  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader
}

extension RowSource {
  /// The size of the first input.
  public var size: PixelSize { inputs.first?.size ?? PixelSize(width: 0, height: 0) }
  /// No bitmap: the rows are computed.
  public var bitmap: Bitmap? { nil }
  /// The row by itself.
  public func rowsAlike(from y: Int) -> Int { y + 1 }
}

/// Computes rows of a source, in one thread; holds the scratch memory that takes.
public protocol RowReader: AnyObject {
  /// Writes every pixel of row `y`.
  ///
  /// - Throws: `RenderError` where the row cannot be rendered; the frame is then given up.
  func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError)
}

/// A reader that takes less time for several rows together than for one after another.
package protocol BandReader: RowReader {
  /// Writes every pixel of the rows of a band.
  func read(_ band: RowWriter) throws(RenderError)
}

/// A reader some of whose rows are a bitmap's own.
package protocol BorrowingReader: RowReader {
  /// The rows from `y` on that are whole rows of a bitmap, to be copied at once; nil where row `y` is not.
  func borrowedRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)?
}

extension Bitmap: RowSource {
  /// None: the pixels are here.
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
