/// The rows that a kernel reads at once, as pointers.
package final class LentRows {
  package private(set) var pixels: [UnsafePointer<UInt8>?]

  /// Makes room for a number of rows.
  package init(count: Int = 0) { pixels = Array(repeating: nil, count: count) }

  /// The number of rows.
  package var count: Int { pixels.count }

  /// Lends a row; its pixels must not move until the kernel has run.
  package func lend(_ row: Span<Pixel>, as index: Int) { row.withBytes { pixels[index] = $0 } }

  /// Lends the same row for another index.
  package func repeatRow(_ other: Int, as index: Int) { pixels[index] = pixels[other] }
}
