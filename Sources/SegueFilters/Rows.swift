public import SeguePixels

/// Rows of pixels that can be asked for one by one: a bitmap, or a filter on other rows.
///
/// A chain is a tree of these for one frame. Nobody holds a whole intermediate picture: a row is computed when
/// the row below the next filter needs it, and rows that repeat are computed once.
public protocol RowSource: Sendable {
  /// Width and height in pixels.
  var size: PixelSize { get }

  /// The end of the run of equal rows that starts at `y`: rows `y..<result` all have the same pixels.
  ///
  /// `y + 1` is always right; a longer run lets the renderer copy instead of compute.
  func rowsAlike(from y: Int) -> Int

  /// Makes a reader for one thread.
  func makeReader(_ context: RowContext) -> RowReader

  /// Why rows that were read are not to be trusted; nil where they are. Asked when all are read.
  var failure: PixelError? { get }
}

extension RowSource {
  public var failure: PixelError? { nil }
  public func rowsAlike(from y: Int) -> Int { y + 1 }
}

/// Computes rows of a source, in one thread; holds the scratch memory that takes.
open class RowReader {
  /// Makes a reader.
  public init() {}

  /// Writes every pixel of row `y`. Subclasses override it.
  open func read(_ y: Int, into row: inout MutableSpan<Pixel>) {}

  /// The rows from `y` on that are whole rows of a picture, to be copied at once; nil where row `y` is not.
  func pictureRows(from y: Int) -> (part: BorrowedPart, rows: Range<Int>)? { nil }
}

/// What readers share while a frame is rendered.
public struct RowContext: Sendable {
  package let kernels: Kernels
  /// Whether rows go straight into a frame too large for the caches, to be written past them.
  package var streams = false
}

/// Borrows rows of a source: a bitmap's own where the source is one, else computed and kept until another row
/// is wanted.
public final class RowCursor {
  private let source: any RowSource
  private let borrowed: BorrowedRows?
  private let reader: RowReader?
  private let buffer: RowBuffer
  private var held = 0..<0

  /// Makes a cursor that reads `source`.
  public init(_ source: any RowSource, _ context: RowContext) {
    var context = context
    context.streams = false
    self.source = source
    borrowed = (source as? Bitmap).map(BorrowedRows.init)
    reader = borrowed == nil ? source.makeReader(context) : nil
    buffer = RowBuffer(width: borrowed == nil ? source.size.width : 0)
  }

  /// Calls `body` with the pixels of row `y`.
  public func withRow<Result>(_ y: Int, _ body: (Span<Pixel>) -> Result) -> Result {
    if let borrowed { return borrowed.withRow(y, body) }
    if !held.contains(y) {
      buffer.withMutableRow { reader?.read(y, into: &$0) }
      held = y..<source.rowsAlike(from: y)
    }
    return buffer.withRow(body)
  }
}

extension Bitmap: RowSource {
  /// Makes a reader that copies rows.
  public func makeReader(_ context: RowContext) -> RowReader { BitmapReader(bitmap: self) }
}

private final class BitmapReader: RowReader {
  let bitmap: Bitmap

  init(bitmap: Bitmap) { self.bitmap = bitmap }

  override func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
    bitmap.withRow(y) { pixels in row.copy(from: pixels) }
  }
}

extension RowSource {
  /// All rows as a bitmap, rendered on one thread; rows that are a bitmap are that bitmap.
  ///
  /// - Throws: `PixelError` where memory is out or the rows cannot be rendered.
  public func rendered() throws(PixelError) -> Bitmap {
    if let bitmap = self as? Bitmap { return bitmap }
    var bitmap = try Bitmap(uninitialized: size)
    try render(into: &bitmap, kernels: .preferred, threads: 1)
    return bitmap
  }

  /// Renders all rows into a frame of the same size, replacing what it held.
  ///
  /// A source that is a bitmap becomes the frame as it is, sharing its memory.
  package func render(into frame: inout Bitmap, kernels: Kernels, threads: Int) throws(PixelError) {
    if let bitmap = self as? Bitmap {
      frame = bitmap
      return
    }
    guard frame.size == size else { throw .sizesDiffer(frame.size, size) }
    try frame.overwrite(threads: threads) { band in
      // Past 1 MiB a frame is in no core's own cache when it is read next. Written past the caches, 1080p
      // dissolves take 0.8 × the time.
      let reader = makeReader(RowContext(kernels: kernels, streams: band.frameBytes > 1 << 20))
      render(band, reader)
    }
    if let failure { throw failure }
  }

  /// Renders the rows of a band.
  func render(_ band: RowWriter, _ reader: RowReader) {
    var y = band.rows.lowerBound
    while y < band.rows.upperBound {
      if let run = reader.pictureRows(from: y) {
        y += band.copy(run.part, rows: run.rows, to: y)
        continue
      }
      let end = min(rowsAlike(from: y), band.rows.upperBound)
      band.withRow(y) { reader.read(y, into: &$0) }
      band.repeatRow(y, until: end)
      y = end
    }
  }
}
