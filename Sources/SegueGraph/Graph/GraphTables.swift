/// A lookup table of constant floats, stored as an additional picture for which the shader has no sampler.
///
/// An element is a texel, or a column of texels if it has more than four numbers.
package struct GraphTable: Hashable, Sendable {
  /// The minimum number of elements for which a texel read is cheaper than a chain of selects.
  package static let leastCount = 64

  package let count: Int
  /// The bits of the numbers, four for each texel.
  package private(set) var words: [UInt32]
  package var rows: Int { words.count / 4 / count }

  /// Makes a table of the given elements.
  ///
  /// Nil for fewer than `leastCount` elements, and for −0, infinities and NaN, which bilinear interpolation
  /// would change.
  package init?(_ parts: [[Float]]) {
    guard parts.count >= Self.leastCount, let size = parts.first?.count, size > 0,
      parts.allSatisfy({ $0.allSatisfy { $0.isFinite && ($0 != 0 || $0.sign == .plus) } })
    else { return nil }
    count = parts.count
    words = (0..<(size + 3) / 4).flatMap { row in
      parts.flatMap { part in
        (4 * row..<4 * row + 4).map { $0 < size ? part[$0].bitPattern : 0 }
      }
    }
  }

  /// Returns the vertical position of the center of a row of texels, 0…1.
  package func place(ofRow row: Int) -> Float { (Float(row) + 0.5) / Float(rows) }
}
