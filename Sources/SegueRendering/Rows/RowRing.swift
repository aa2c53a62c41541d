package import SeguePixels

/// Rows of numbers by their index, the last few of them kept: what a filter computes once and reads several times while
/// its rows go down.
package final class RowRing {
  private let rows: [ScratchRow<Float>]
  private var held: [Int?]

  /// Makes room for so many rows of so many numbers.
  package init(capacity: Int, count: Int) {
    rows = (0..<capacity).map { _ in ScratchRow(count: count) }
    held = Array(repeating: nil, count: capacity)
  }

  /// The row of an index, computed by `make` where it is not here.
  package func row(
    _ index: Int, make: (ScratchRow<Float>) throws(RenderError) -> Void
  ) throws(RenderError) -> ScratchRow<Float> {
    let slot = (index % rows.count + rows.count) % rows.count
    if held[slot] != index {
      held[slot] = nil
      try make(rows[slot])
      held[slot] = index
    }
    return rows[slot]
  }
}
