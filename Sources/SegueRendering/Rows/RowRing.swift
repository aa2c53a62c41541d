package import SeguePixels

/// A ring buffer of recently computed rows of floats, for filters that read each row several times while they
/// compute rows from top to bottom.
package final class RowRing {
  private let rows: [ScratchRow<Float>]
  private var held: [Int?]

  /// Makes a ring for `capacity` rows of `count` floats.
  package init(capacity: Int, count: Int) {
    rows = (0..<capacity).map { _ in ScratchRow(count: count) }
    held = Array(repeating: nil, count: capacity)
  }

  /// Returns a row by its index; if the ring does not hold the row, calls `make` to compute it.
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
