import SeguePlatform
import SegueFilters

extension MapFormula {
  /// The straight-edged wipes of SMPTE 258M, by number.
  ///
  /// - Source: the smpte plugin of GStreamer, which has the same numbers and names.
  package static let smpte: [MapFormula] = [
    smpte(1, "bar-wipe-lr", "from left to right", .columns) { $0.u },
    smpte(2, "bar-wipe-tb", "from top to bottom", .rows) { $0.v },
    smpte(3, "box-wipe-tl", "a box from top left") { max($0.u, $0.v) },
    smpte(4, "box-wipe-tr", "a box from top right") { max(1 - $0.u, $0.v) },
    smpte(5, "box-wipe-br", "a box from bottom right") { max(1 - $0.u, 1 - $0.v) },
    smpte(6, "box-wipe-bl", "a box from bottom left") { max($0.u, 1 - $0.v) },
    smpte(7, "four-box-wipe-ci", "boxes from all corners") { max(1 - $0.a, 1 - $0.b) },
    smpte(8, "four-box-wipe-co", "boxes from the middles of the quarters") {
      max(abs(2 * $0.a - 1), abs(2 * $0.b - 1))
    },
    smpte(21, "barndoor-v", "from the middle to left and right", .columns) { $0.a },
    smpte(22, "barndoor-h", "from the middle to top and bottom", .rows) { $0.b },
    smpte(23, "box-wipe-tc", "a box from the middle of the top") { max($0.a, $0.v) },
    smpte(24, "box-wipe-rc", "a box from the middle of the right side") { max(1 - $0.u, $0.b) },
    smpte(25, "box-wipe-bc", "a box from the middle of the bottom") { max($0.a, 1 - $0.v) },
    smpte(26, "box-wipe-lc", "a box from the middle of the left side") { max($0.u, $0.b) },
    smpte(41, "diagonal-tl", "from top left to bottom right") { ($0.u + $0.v) / 2 },
    smpte(42, "diagonal-tr", "from top right to bottom left") { (1 - $0.u + $0.v) / 2 },
    smpte(43, "bowtie-v", "wedges from top and bottom") { ($0.a + 1 - $0.b) / 2 },
    smpte(44, "bowtie-h", "wedges from left and right") { ($0.b + 1 - $0.a) / 2 },
    smpte(45, "barndoor-dbl", "from the diagonal to top left and bottom right") { abs($0.u + $0.v - 1) },
    smpte(46, "barndoor-dtl", "from the diagonal to top right and bottom left") { abs($0.u - $0.v) },
    smpte(47, "misc-diagonal-dbd", "from both diagonals to the sides") { abs($0.a - $0.b) },
    smpte(48, "misc-diagonal-dd", "from a rhombus to the middle and the corners") { abs($0.a + $0.b - 1) },
    smpte(61, "vee-d", "a wedge from the top") { ($0.a + $0.v) / 2 },
    smpte(62, "vee-l", "a wedge from the right") { ($0.b + 1 - $0.u) / 2 },
    smpte(63, "vee-u", "a wedge from the bottom") { ($0.a + 1 - $0.v) / 2 },
    smpte(64, "vee-r", "a wedge from the left") { ($0.b + $0.u) / 2 },
    smpte(65, "barnvee-d", "from a V to both sides of its lines") { abs($0.v - 1 + $0.a) },
    smpte(66, "barnvee-l", "from a V that points to the left to both sides of its lines") {
      abs($0.b - $0.u)
    },
    smpte(67, "barnvee-u", "from an inverted V to both sides of its lines") { abs($0.a - $0.v) },
    smpte(68, "barnvee-r", "from a V that points to the right to both sides of its lines") {
      abs($0.u - 1 + $0.b)
    },
    smpte(101, "iris-rect", "a box from the middle") { max($0.a, $0.b) },

    smpte(201, "clock-cw12", "a hand from 12, clockwise", [.middle(.up, .clockwise, 4)]),
    smpte(202, "clock-cw3", "a hand from 3, clockwise", [.middle(.right, .clockwise, 4)]),
    smpte(203, "clock-cw6", "a hand from 6, clockwise", [.middle(.down, .clockwise, 4)]),
    smpte(204, "clock-cw9", "a hand from 9, clockwise", [.middle(.left, .clockwise, 4)]),
    smpte(
      205, "pinwheel-tbv", "two hands from 12 and 6, clockwise",
      [.middle(.up, .clockwise, 2), .middle(.down, .clockwise, 2)]),
    smpte(
      206, "pinwheel-tbh", "two hands from 3 and 9, clockwise",
      [.middle(.right, .clockwise, 2), .middle(.left, .clockwise, 2)]),
    smpte(
      207, "pinwheel-fb", "four hands, clockwise",
      Direction.allCases.map { .middle($0, .clockwise, 1) }),
    smpte(
      211, "fan-ct", "two hands from 12 to 6",
      [.middle(.up, .clockwise, 2), .middle(.up, .counterclockwise, 2)]),
    smpte(
      212, "fan-cr", "two hands from 3 to 9",
      [.middle(.right, .counterclockwise, 2), .middle(.right, .clockwise, 2)]),
    smpte(
      213, "doublefan-fov", "hands from 12 and 6 to 3 and 9",
      [
        .middle(.up, .clockwise, 1), .middle(.up, .counterclockwise, 1), .middle(.down, .counterclockwise, 1),
        .middle(.down, .clockwise, 1),
      ]),
    smpte(
      214, "doublefan-foh", "hands from 3 and 9 to 12 and 6",
      [
        .middle(.right, .counterclockwise, 1), .middle(.right, .clockwise, 1), .middle(.left, .clockwise, 1),
        .middle(.left, .counterclockwise, 1),
      ]),
    smpte(221, "singlesweep-cwt", "a hand at the top, clockwise", [.at(0.5, 0, .right, .clockwise, 2)]),
    smpte(222, "singlesweep-cwr", "a hand at the right, clockwise", [.at(1, 0.5, .down, .clockwise, 2)]),
    smpte(223, "singlesweep-cwb", "a hand at the bottom, clockwise", [.at(0.5, 1, .left, .clockwise, 2)]),
    smpte(224, "singlesweep-cwl", "a hand at the left, clockwise", [.at(0, 0.5, .up, .clockwise, 2)]),
    smpte(
      225, "doublesweep-pv", "hands at top and bottom, clockwise",
      [.at(0.5, 0, .right, .clockwise, 1), .at(0.5, 1, .left, .clockwise, 1)]),
    smpte(
      226, "doublesweep-pd", "hands at left and right, clockwise",
      [.at(0, 0.5, .up, .clockwise, 1), .at(1, 0.5, .down, .clockwise, 1)]),
    smpte(
      227, "doublesweep-ov", "hands at top and bottom, both from right to left",
      [.at(0.5, 0, .right, .clockwise, 2), .at(0.5, 1, .right, .counterclockwise, 2)]),
    smpte(
      228, "doublesweep-oh", "hands at left and right, both from top to bottom",
      [.at(0, 0.5, .up, .clockwise, 2), .at(1, 0.5, .up, .counterclockwise, 2)]),
    smpte(231, "fan-t", "a fan that opens from the top", fan(0.5, 0, .down)),
    smpte(232, "fan-r", "a fan that opens from the right", fan(1, 0.5, .left)),
    smpte(233, "fan-b", "a fan that opens from the bottom", fan(0.5, 1, .up)),
    smpte(234, "fan-l", "a fan that opens from the left", fan(0, 0.5, .right)),
    smpte(235, "doublefan-fiv", "fans from top and bottom", fan(0.5, 0, .down) + fan(0.5, 1, .up)),
    smpte(236, "doublefan-fih", "fans from left and right", fan(0, 0.5, .right) + fan(1, 0.5, .left)),
    smpte(241, "singlesweep-cwtl", "a hand in the upper left corner", [.at(0, 0, .right, .clockwise, 1)]),
    smpte(
      242, "singlesweep-cwbl", "a hand in the lower left corner", [.at(0, 1, .right, .counterclockwise, 1)]),
    smpte(243, "singlesweep-cwbr", "a hand in the lower right corner", [.at(1, 1, .left, .clockwise, 1)]),
    smpte(
      244, "singlesweep-cwtr", "a hand in the upper right corner", [.at(1, 0, .left, .counterclockwise, 1)]),
    smpte(
      245, "doublesweep-pdtl", "hands in the corners upper left and lower right, to the diagonal",
      [.at(0, 0, .right, .clockwise, .diagonal), .at(1, 1, .left, .clockwise, .diagonal)]),
    smpte(
      246, "doublesweep-pdbl", "hands in the corners lower left and upper right, to the diagonal",
      [.at(0, 1, .up, .clockwise, .diagonal), .at(1, 0, .down, .clockwise, .diagonal)]),
    smpte(
      251, "saloondoor-t", "doors in the upper corners, from the top",
      [.at(0, 0, .right, .clockwise, 1), .at(1, 0, .left, .counterclockwise, 1)]),
    smpte(
      252, "saloondoor-l", "doors in the left corners, from the left",
      [.at(0, 0, .down, .counterclockwise, 1), .at(0, 1, .up, .clockwise, 1)]),
    smpte(
      253, "saloondoor-b", "doors in the lower corners, from the bottom",
      [.at(0, 1, .right, .counterclockwise, 1), .at(1, 1, .left, .clockwise, 1)]),
    smpte(
      254, "saloondoor-r", "doors in the right corners, from the right",
      [.at(1, 0, .down, .clockwise, 1), .at(1, 1, .up, .counterclockwise, 1)]),
    smpte(
      261, "windshield-r", "a hand around the middle of each half, upper and lower",
      [.at(0.5, 0.25, .down, .counterclockwise, 4), .at(0.5, 0.75, .up, .clockwise, 4)]),
    smpte(
      262, "windshield-u", "a hand around the middle of each half, left and right",
      [.at(0.25, 0.5, .right, .counterclockwise, 4), .at(0.75, 0.5, .left, .clockwise, 4)]),
    smpte(
      263, "windshield-v", "hands around the middles of both halves, from top and bottom",
      [
        .at(0.5, 0.25, .up, .clockwise, 2), .at(0.5, 0.25, .up, .counterclockwise, 2),
        .at(0.5, 0.75, .down, .counterclockwise, 2), .at(0.5, 0.75, .down, .clockwise, 2),
      ]),
    smpte(
      264, "windshield-h", "hands around the middles of both halves, from left and right",
      [
        .at(0.25, 0.5, .left, .clockwise, 2), .at(0.25, 0.5, .left, .counterclockwise, 2),
        .at(0.75, 0.5, .right, .counterclockwise, 2), .at(0.75, 0.5, .right, .clockwise, 2),
      ]),
  ]

  private static func smpte(
    _ number: Int, _ name: String, _ summary: String, _ extent: OrderMap.Extent = .both,
    _ value: @escaping @Sendable (MapPlace) -> Double
  ) -> MapFormula {
    MapFormula(
      name: name, aliases: ["smpte\(number)", "smpte:\(number)"], summary: "SMPTE \(number): \(summary).",
      extent: extent, value: value)
  }

  private static func smpte(_ number: Int, _ name: String, _ summary: String, _ hands: [Hand]) -> MapFormula {
    smpte(number, name, summary) { Hand.value(of: hands, at: $0) }
  }

  /// Returns two hands that rotate apart from a common direction, about a common end point, like a fan that
  /// opens.
  private static func fan(_ u: Double, _ v: Double, _ direction: Direction) -> [Hand] {
    [.at(u, v, direction, .clockwise, 1), .at(u, v, direction, .counterclockwise, 1)]
  }
}

/// The initial direction of a hand.
///
/// The raw value is the clockwise angle from the right, in quarter turns.
private enum Direction: Double, CaseIterable { case right = 0, down = 1, left = 2, up = 3 }

/// The sense of a hand's rotation.
private enum Turn { case clockwise, counterclockwise }

/// The total angle through which a hand rotates.
private enum Sweep: ExpressibleByIntegerLiteral {
  case quarters(Double)
  /// The angle at which the hand reaches the opposite corner of the frame.
  case diagonal

  init(integerLiteral quarters: Int) { self = .quarters(Double(quarters)) }
}

/// A clock hand: a line that rotates about one of its end points.
///
/// Pixels change when the hand passes over them.
private struct Hand {
  let u: Double
  let v: Double
  let direction: Direction
  let turn: Turn
  let sweep: Sweep

  /// Makes a hand that rotates about a point, given in shares of the frame's width and height.
  static func at(_ u: Double, _ v: Double, _ direction: Direction, _ turn: Turn, _ sweep: Sweep) -> Hand {
    Hand(u: u, v: v, direction: direction, turn: turn, sweep: sweep)
  }

  /// Makes a hand that rotates about the center of the frame.
  static func middle(_ direction: Direction, _ turn: Turn, _ sweep: Sweep) -> Hand {
    at(0.5, 0.5, direction, turn, sweep)
  }

  /// Returns the progress 0…1 at which a hand passes a pixel.
  ///
  /// If several hands pass the pixel, the hand with the nearest pivot counts.
  ///
  /// Angles are computed from distances in pixels, so hands rotate at constant speed at any aspect ratio.
  static func value(of hands: [Hand], at place: MapPlace) -> Double {
    var (nearest, best) = (Double.infinity, 1.0)
    for hand in hands {
      let value = hand.turned(to: place) / hand.turns(place)
      let distance = abs(place.u - hand.u) + abs(place.v - hand.v)
      // Tolerates rounding for pixels exactly on the final position of the hand.
      if value < 1 + 1e-9, distance < nearest { (nearest, best) = (distance, min(value, 1)) }
    }
    return best
  }

  /// Returns the rotation, in quarter turns from 0 up to 4, at which the hand reaches a pixel.
  private func turned(to place: MapPlace) -> Double {
    let angle = atan2(place.below(v), place.right(of: u)) / (.pi / 2) - direction.rawValue
    let turned = turn == .clockwise ? angle : -angle
    return turned - (turned / 4).rounded(.down) * 4
  }

  /// Returns the total rotation of the hand, in quarter turns.
  private func turns(_ place: MapPlace) -> Double {
    switch sweep {
    case .quarters(let count): count
    case .diagonal:
      (direction == .left || direction == .right
        ? atan2(place.height, place.width) : atan2(place.width, place.height)) / (.pi / 2)
    }
  }
}
