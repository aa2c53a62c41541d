import CSegueKernels
import SeguePlatform

/// Write access to a band of a frame's rows, while other threads write other bands.
///
/// The memory may hold the whole frame, or only the rows of the band.
package struct RowWriter: @unchecked Sendable {
  let storage: PixelStorage
  /// The rows that this writer may write.
  package let rows: Range<Int>
  /// The number of the frame's row that is stored first in the memory.
  private let start: Int

  package init(_ storage: PixelStorage, rows: Range<Int>, start: Int = 0) {
    precondition(rows.lowerBound >= start && rows.upperBound - start <= storage.size.height, "no such rows")
    self.storage = storage
    self.rows = rows
    self.start = start
  }

  /// Returns a writer for some of this writer's rows.
  package func part(_ rows: Range<Int>) -> RowWriter {
    precondition(rows.clamped(to: self.rows) == rows, "rows outside the band")
    return RowWriter(storage, rows: rows, start: start)
  }

  /// The size of the memory in bytes.
  package var frameBytes: Int { storage.stride * storage.size.height }

  private func bytes(_ y: Int) -> UnsafeMutableRawPointer { storage.bytes + (y - start) * storage.stride }

  package func withRow(
    _ y: Int, _ body: (inout MutableSpan<Pixel>) throws(RenderError) -> Void
  ) throws(RenderError) {
    precondition(rows.contains(y), "row outside the band")
    let row = storage.row(y - start)
    var span = row.mutableSpan
    try body(&span)
  }

  /// Copies rows of a picture that is as wide as the frame to row `y` and the rows below, up to the end of
  /// the band; returns the number of copied rows.
  package func copy(_ part: BorrowedPart, rows source: Range<Int>, to y: Int) -> Int {
    let count = min(source.count, rows.upperBound - y)
    precondition(
      rows.contains(y) && source.lowerBound >= 0 && source.upperBound <= part.size.height
        && part.size.width == storage.size.width && part.stride == storage.stride, "rows outside the band")
    memcpy(bytes(y), part.bytes + source.lowerBound * part.stride, count * storage.stride)
    return count
  }

  /// Copies row `y` to the rows below it, up to but not including `end`.
  package func repeatRow(_ y: Int, until end: Int) {
    guard end - y > 1 else { return }
    precondition(rows.contains(y) && end <= rows.upperBound, "row outside the band")
    segue_repeat_row(bytes(y), storage.stride, end - y - 1)
  }
}

/// The parts (ranges of rows) of a frame that one thread writes, one after the other.
package struct RowWriters: Sendable {
  let storage: PixelStorage
  let parts: BandParts

  /// Returns the writer of the next part; nil if no part is left.
  package func next() -> RowWriter? { parts.next().map { RowWriter(storage, rows: $0) } }
}
