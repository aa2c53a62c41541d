import SeguePixels
import SegueRendering
import Synchronization

/// The rows of a source that is made once for each frame: the first reader makes the source, and the readers
/// of all threads share it.
struct MadeRows: RowSource {
  let inputs: [any RowSource]
  let size: PixelSize
  private let made = Made()
  private let make: @Sendable (RenderContext) throws(RenderError) -> any RowSource

  /// Makes rows of a given size; the first reader calls `make`.
  init(
    of inputs: [any RowSource], size: PixelSize,
    make: @escaping @Sendable (RenderContext) throws(RenderError) -> any RowSource
  ) {
    (self.inputs, self.size, self.make) = (inputs, size, make)
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let rows = try made.rows.withLock { (known) throws(RenderError) in
      if let known { return known }
      let rows = try make(context)
      known = rows
      return rows
    }
    return try rows.makeReader(context)
  }

  private final class Made: Sendable {
    let rows = Mutex<(any RowSource)?>(nil)
  }
}

extension RowSource {
  /// Renders all rows to a bitmap of floats; if the source is a bitmap, returns this bitmap unchanged.
  func renderedDeep(_ context: RenderContext) throws(RenderError) -> Bitmap {
    if let bitmap { return bitmap }
    return try rendered(as: .float, context)
  }
}
