package import SegueFilters
package import SeguePixels

extension CodecError {
  /// Why a frame could not be rendered.
  package init(_ error: PixelError, rendering name: String) {
    self =
      switch error {
      case .outOfMemory: .outOfMemory(file: name)
      case .invalidSize, .sizesDiffer, .unrenderable: .unrenderable("\(error)")
      }
  }
}

extension Canvas {
  /// The whole frame; errors name it.
  package func bitmap(of rows: any RowSource, named name: String) throws(CodecError) -> Bitmap {
    do throws(PixelError) {
      return try bitmap(of: rows)
    } catch {
      throw CodecError(error, rendering: name)
    }
  }

  /// Renders the frame a strip at a time, of `height` rows, which is even, and fewer at the end; errors name it.
  func withStrips(
    of rows: any RowSource, height: Int = 16, named name: String,
    _ body: (BorrowedRows, Range<Int>) throws(CodecError) -> Void
  ) throws(CodecError) {
    try withStrips(of: rows, height: height, failure: { CodecError($0, rendering: name) }, body)
  }
}
