import SeguePlatform
import SegueFilters

extension MapFormula {
  /// The built-in wipe maps of MLT, `%luma01.pgm` … `%luma22.pgm`.
  ///
  /// - Source: mlt_luma_map.c of MLT, as formulas evaluated at pixel centers. In maps of 12 strips, MLT
  ///   leaves the last rows unwritten; here, the strips have fractional heights and cover the frame.
  package static let mlt: [MapFormula] = [
    mlt(1, "From left to right.", .columns) { $0.u },
    mlt(2, "From top to bottom.", .rows) { $0.v },
    mlt(3, "From left and right to the middle.", .columns) { 1 - $0.a },
    mlt(4, "From top and bottom to the middle.", .rows) { 1 - $0.b },
    mlt(5, "From top left and bottom right to the diagonal.") { 1 - abs(1 - $0.u - $0.v) },
    mlt(6, "From top right and bottom left to the diagonal.") { 1 - abs($0.u - $0.v) },
    mlt(7, "From top left to bottom right.") { ($0.u + $0.v) / 2 },
    mlt(8, "From top right to bottom left.") { (1 - $0.u + $0.v) / 2 },
    mlt(9, "Twelve rows from the top, each from left to right.") { strips(12, across: $0.v, along: $0.u) },
    mlt(10, "Twelve columns from the right, each downwards.") { strips(12, across: 1 - $0.u, along: $0.v) },
    mlt(11, "Twelve rows from the top, to and fro.") { snake(12, across: $0.v, along: $0.u) },
    mlt(12, "Twelve rows from top and bottom to the middle, to and fro.") {
      $0.v < 0.5
        ? snake(6, across: 2 * $0.v, along: $0.u) : snake(6, across: 2 * (1 - $0.v), along: 1 - $0.u)
    },
    mlt(13, "Twelve columns from the left, down and up.") { snake(12, across: $0.u, along: $0.v) },
    mlt(14, "Twelve columns from both sides to the middle, down and up.") {
      $0.u > 0.5
        ? snake(6, across: 2 * (1 - $0.u), along: $0.v) : snake(6, across: 2 * $0.u, along: 1 - $0.v)
    },
    mlt(15, "From both upper corners, to an inverted V.") { place in
      1 - abs(1 - min(place.u, 1 - place.u) - place.v)
    },
    mlt(16, "A circle from the middle.") { circle($0, about: 0.5, in: 1) },
    mlt(17, "A circle in the upper half, then one that closes in the lower.") {
      $0.v < 0.5 ? circle($0, about: 0.25, in: 0.5) / 2 : 1 - circle($0, about: 0.75, in: 0.5) / 2
    },
    mlt(18, "A box from the middle.") { max($0.a, $0.b) },
    mlt(19, "A box from bottom right.") { max(1 - $0.u, 1 - $0.v) },
    mlt(20, "A box from bottom left.") { max($0.u, 1 - $0.v) },
    // Values are 0…0.5 rather than 0…1, so that the wipe ends at half the duration, as in MLT.
    mlt(21, "A box from the middle of the right side, in half the time.") { max(1 - $0.u, $0.b) / 2 },
    mlt(22, "A clock's hand from 12, faster at 3 and 9 than at 6 and 12.") { place in
      let (x, y) = (place.right(of: 0.5), place.below(0.5))
      let sine = x == 0 ? 0 : x / hypot(x, y)
      return y >= 0 ? 0.5 - sine / 4 : sine < 0 ? 1 + sine / 4 : sine / 4
    },
  ]

  private static func mlt(
    _ number: Int, _ summary: String, _ extent: OrderMap.Extent = .both,
    _ value: @escaping @Sendable (MapPlace) -> Double
  ) -> MapFormula {
    let name = number < 10 ? "luma0\(number)" : "luma\(number)"
    return MapFormula(name: name, aliases: ["%\(name).pgm"], summary: summary, extent: extent, value: value)
  }

  /// Returns the map value for strips that change one after the other, each from its start to its end.
  private static func strips(_ count: Int, across: Double, along: Double) -> Double {
    (Double(strip(count, across)) + along) / Double(count)
  }

  /// Returns the map value for strips that change one after the other, every second strip in the opposite
  /// direction.
  private static func snake(_ count: Int, across: Double, along: Double) -> Double {
    strips(count, across: across, along: strip(count, across) % 2 == 0 ? along : 1 - along)
  }

  private static func strip(_ count: Int, _ across: Double) -> Int {
    min(Int(across * Double(count)), count - 1)
  }

  /// Returns the distance from the center of a horizontal band; the distance between the center and a corner
  /// of the band is 1.
  ///
  /// The band is centered at `v`, and its height is the share `part` of the frame's height.
  private static func circle(_ place: MapPlace, about v: Double, in part: Double) -> Double {
    hypot(place.right(of: 0.5), place.below(v)) / hypot(place.width / 2, place.height * part / 2)
  }
}
