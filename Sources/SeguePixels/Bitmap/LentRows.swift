/// Rows that are lent to a kernel which reads several at once.
package final class LentRows {
  package private(set) var pixels: [UnsafePointer<UInt8>?]

  /// Has room for so many.
  package init(count: Int = 0) { pixels = Array(repeating: nil, count: count) }

  /// How many there are.
  package var count: Int { pixels.count }

  /// Lends a row: its pixels must stay where they are until the kernel has run.
  package func lend(_ row: Span<Pixel>, as index: Int) { row.withBytes { pixels[index] = $0 } }

  /// Lends a row that was lent already once more.
  package func repeatRow(_ other: Int, as index: Int) { pixels[index] = pixels[other] }
}
