package import SeguePixels

/// A ring of recently computed rows of floats, for filters that read a row several times while they move
/// down.
package final class RowRing {
  private let rows: [ScratchRow<Float>]
  private var held: [Int?]

  /// Makes room for `capacity` rows of `count` floats.
  package init(capacity: Int, count: Int) {
    rows = (0..<capacity).map { _ in ScratchRow(count: count) }
    held = Array(repeating: nil, count: capacity)
  }

  /// The row with an index; calls `make` unless the ring holds it.
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
