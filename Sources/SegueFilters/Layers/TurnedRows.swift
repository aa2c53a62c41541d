import SeguePixels
import SegueRendering

/// Rows of a layer that stands askew, sampled several at a time in tiles.
///
/// A row of the frame crosses nearly as many rows of the picture as it has pixels, each in another cache line, and the next
/// one crosses them again: by rows alone, all of them come from the second cache. A tile's lines stay in the first.
final class TurnedRows {
  private static let height = 16
  private static let tile = 128

  private let rows: [RowBuffer]
  private var ready = 0..<0
  /// The row after the last one that was asked for.
  private var next: Int?

  init(width: Int) { rows = (0..<Self.height).map { _ in RowBuffer(width: width) } }

  /// Whether it pays: for layers whose rows climb or fall by a picture's row in 32 pixels and more.
  static func suit(_ layer: PlacedLayer) -> Bool { abs(layer.inverse.b) > 1 / 32.0 }

  /// Calls `body` with the layer's pixels of row `y`, of some columns; false where rows do not come one after the other.
  func withRow(
    _ y: Int, _ columns: Range<Int>, of layer: PlacedLayer, in size: PixelSize, _ kernels: Kernels,
    _ body: (Span<Pixel>) -> Void
  ) throws(RenderError) -> Bool {
    defer { next = y + 1 }
    if !ready.contains(y) {
      guard y == next else { return false }
      try prepare(y..<min(y + Self.height, size.height), of: layer, in: size, kernels)
    }
    try rows[y - ready.lowerBound].withRow { body($0.extracting(columns)) }
    return true
  }

  private func prepare(
    _ band: Range<Int>, of layer: PlacedLayer, in size: PixelSize, _ kernels: Kernels
  ) throws(RenderError) {
    let columns = band.map { layer.columns(of: $0, in: size.width) }
    let all = columns.filter { !$0.isEmpty }
    var left = all.map(\.lowerBound).min() ?? 0
    let right = all.map(\.upperBound).max() ?? 0
    while left < right {
      let tile = left..<min(right, left + Self.tile)
      for (index, columns) in columns.enumerated() {
        let part = columns.clamped(to: tile)
        if part.isEmpty { continue }
        try rows[index].withMutableRow { row in
          var part = row._mutatingExtracting(part)
          layer.sample(
            band.lowerBound + index, from: columns.clamped(to: tile).lowerBound, kernels, into: &part)
        }
      }
      left = tile.upperBound
    }
    ready = band
  }
}
