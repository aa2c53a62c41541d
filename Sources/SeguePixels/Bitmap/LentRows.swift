/// Pointers to the rows that a kernel reads in one call, such as the three rows of a 3 × 3 filter.
package final class LentRows {
  package private(set) var pixels: [UnsafePointer<UInt8>?]

  /// Makes space for a number of row pointers.
  package init(count: Int = 0) { pixels = Array(repeating: nil, count: count) }

  /// The number of rows.
  package var count: Int { pixels.count }

  /// Stores the pointer to a row; the pixels must not be moved or freed before the kernel has run.
  package func lend(_ row: Span<Pixel>, as index: Int) { row.withBytes { pixels[index] = $0 } }

  /// Calls `body` with the pointers to the rows, as pointers to floats.
  func withFloats(_ body: (UnsafePointer<UnsafePointer<Float>?>?) -> Void) {
    pixels.withUnsafeBufferPointer { pixels in
      pixels.withMemoryRebound(to: UnsafePointer<Float>?.self) { body($0.baseAddress) }
    }
  }

  /// The pixel at a column of a lent row; the column must be within the row.
  package subscript(row index: Int, x: Int) -> Pixel {
    UnsafeRawPointer(pixels[index]).map { $0.load(fromByteOffset: 4 * x, as: Pixel.self) }
      ?? Pixel(red: 0, green: 0, blue: 0, alpha: 0)
  }

  /// Copies the pointer of row `other` to row `index`.
  package func repeatRow(_ other: Int, as index: Int) { pixels[index] = pixels[other] }
}
