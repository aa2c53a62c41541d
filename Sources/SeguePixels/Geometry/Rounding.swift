/// The offsets that are added before samples are rounded down.
package enum Rounding: Sendable {
  /// Half a level: rounds to nearest.
  case nearest
  /// An ordered dither pattern, for row `y` from column `x` on.
  ///
  /// - Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973: 8
  ///   × 8 dots.
  case pattern(x: Int, y: Int)

  /// The offsets of eight successive pixels.
  package var parts: InlineArray<8, Float> {
    switch self {
    case .nearest: InlineArray(repeating: 0.5)
    case .pattern(let x, let y): InlineArray { Self.part(x + $0, y) }
    }
  }

  /// The offset at a position, between 0 and 1; a half on average.
  static func part(_ x: Int, _ y: Int) -> Float {
    var order = 0
    // The lowest bits of the position are the most significant.
    for bit in 0..<3 {
      let (column, row) = (x >> bit & 1, y >> bit & 1)
      order = order << 2 | (column ^ row) << 1 | row
    }
    return (Float(order) + 0.5) / 64
  }
}
