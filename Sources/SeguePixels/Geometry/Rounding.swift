/// How samples between two levels are rounded: what is added before they are rounded down.
package enum Rounding: Sendable {
  /// Half a level: the nearest one.
  case nearest
  /// What a dot of an ordered pattern adds, in row `y` from column `x` on.
  ///
  /// - Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973: 8 × 8 dots.
  case pattern(x: Int, y: Int)

  /// The parts of a level that eight pixels get, one after another.
  package var parts: InlineArray<8, Float> {
    switch self {
    case .nearest: InlineArray(repeating: 0.5)
    case .pattern(let x, let y): InlineArray { Self.part(x + $0, y) }
    }
  }

  /// The part of a level at a place, above 0 and below 1, on average a half.
  static func part(_ x: Int, _ y: Int) -> Float {
    var order = 0
    // The lowest bits of the place decide most.
    for bit in 0..<3 {
      let (column, row) = (x >> bit & 1, y >> bit & 1)
      order = order << 2 | (column ^ row) << 1 | row
    }
    return (Float(order) + 0.5) / 64
  }
}
