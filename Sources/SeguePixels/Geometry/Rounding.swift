/// The offsets added to samples before they are rounded down to 8 bits.
package enum Rounding: Sendable {
  /// An offset of ½, which rounds to nearest.
  case nearest
  /// An ordered dither pattern for row `y`, starting at column `x`.
  ///
  /// - Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973:
  ///   the 8 × 8 matrix.
  case pattern(x: Int, y: Int)

  /// The offsets of eight successive pixels; the pattern repeats every eight pixels.
  package var parts: InlineArray<8, Float> {
    switch self {
    case .nearest: InlineArray(repeating: 0.5)
    case .pattern(let x, let y): InlineArray { Self.part(x + $0, y) }
    }
  }

  /// Returns the offset of the dither pattern at a pixel: between 0 and 1, and ½ on average over the pattern.
  static func part(_ x: Int, _ y: Int) -> Float {
    var order = 0
    // Interleaves the bits of the position, the lowest bits becoming the most significant.
    for bit in 0..<3 {
      let (column, row) = (x >> bit & 1, y >> bit & 1)
      order = order << 2 | (column ^ row) << 1 | row
    }
    return (Float(order) + 0.5) / 64
  }
}
