import CSegueKernels

/// Writes a band of rows of a frame, while other threads write the other bands.
package struct RowWriter: @unchecked Sendable {
  let storage: PixelStorage
  /// The rows that belong to this writer.
  package let rows: Range<Int>

  /// Bytes of the whole frame.
  package var frameBytes: Int { storage.stride * storage.size.height }

  package func withRow(_ y: Int, _ body: (inout MutableSpan<Pixel>) -> Void) {
    precondition(rows.contains(y), "row outside the band")
    let row = storage.row(y)
    var span = row.mutableSpan
    body(&span)
  }

  /// Copies row `y` onto the rows after it, up to `end`.
  package func repeatRow(_ y: Int, until end: Int) {
    guard end - y > 1 else { return }
    precondition(rows.contains(y) && end <= rows.upperBound, "row outside the band")
    segue_repeat_row(storage.bytes + y * storage.stride, storage.stride, end - y - 1)
  }
}
