import Foundation
import SeguePixels
import Testing

/// A numbered SMPTE wipe by the edges of its changed area, in fractions of the frame's sides.
struct SMPTEEdges: Sendable, CustomTestStringConvertible {
  /// Polygons, filled by the even-odd rule.
  struct Area {
    let rings: [[(Double, Double)]]

    init(_ corners: (Double, Double)...) { rings = [corners] }

    init(_ outer: [(Double, Double)], without inner: [(Double, Double)]) { rings = [outer, inner] }

    static func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Area {
      Area((left, top), (right, top), (right, bottom), (left, bottom))
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
      rings.count { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).count { a, b in
          (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0)
        } % 2 == 1
      } % 2 == 1
    }
  }

  let number: Int
  let areas: @Sendable (_ time: Double) -> [Area]

  var testDescription: String { "\(number)" }

  init(_ number: Int, _ areas: @escaping @Sendable (Double) -> [Area]) {
    (self.number, self.areas) = (number, areas)
  }

  private static func rhombus(_ half: Double) -> [(Double, Double)] {
    [(0.5 - half, 0.5), (0.5, 0.5 - half), (0.5 + half, 0.5), (0.5, 0.5 + half)]
  }

  static let all: [SMPTEEdges] = [
    .init(1) { [.box(0, 0, $0, 1)] },
    .init(2) { [.box(0, 0, 1, $0)] },
    .init(3) { [.box(0, 0, $0, $0)] },
    .init(4) { [.box(1 - $0, 0, 1, $0)] },
    .init(5) { [.box(1 - $0, 1 - $0, 1, 1)] },
    .init(6) { [.box(0, 1 - $0, $0, 1)] },
    .init(7) { t in
      [
        .box(0, 0, t / 2, t / 2), .box(1 - t / 2, 0, 1, t / 2), .box(0, 1 - t / 2, t / 2, 1),
        .box(1 - t / 2, 1 - t / 2, 1, 1),
      ]
    },
    .init(8) { t in
      [0.25, 0.75].flatMap { x in
        [0.25, 0.75].map { y in .box(x - t / 4, y - t / 4, x + t / 4, y + t / 4) }
      }
    },
    .init(21) { [.box(0.5 - $0 / 2, 0, 0.5 + $0 / 2, 1)] },
    .init(22) { [.box(0, 0.5 - $0 / 2, 1, 0.5 + $0 / 2)] },
    .init(23) { [.box(0.5 - $0 / 2, 0, 0.5 + $0 / 2, $0)] },
    .init(24) { [.box(1 - $0, 0.5 - $0 / 2, 1, 0.5 + $0 / 2)] },
    .init(25) { [.box(0.5 - $0 / 2, 1 - $0, 0.5 + $0 / 2, 1)] },
    .init(26) { [.box(0, 0.5 - $0 / 2, $0, 0.5 + $0 / 2)] },
    .init(41) { [Area((0, 0), (2 * $0, 0), (0, 2 * $0))] },
    .init(42) { [Area((1, 0), (1 - 2 * $0, 0), (1, 2 * $0))] },
    .init(43) { t in
      [Area((0.5 - t, 0), (0.5 + t, 0), (0.5, t)), Area((0.5 - t, 1), (0.5 + t, 1), (0.5, 1 - t))]
    },
    .init(44) { t in
      [Area((0, 0.5 - t), (0, 0.5 + t), (t, 0.5)), Area((1, 0.5 - t), (1, 0.5 + t), (1 - t, 0.5))]
    },
    .init(45) { [Area((-1, 2 - $0), (2, -1 - $0), (2, -1 + $0), (-1, 2 + $0))] },
    .init(46) { [Area((-1, -1 - $0), (2, 2 - $0), (2, 2 + $0), (-1, -1 + $0))] },
    .init(47) { t in
      [
        Area((-1, -1 - t / 2), (2, 2 - t / 2), (2, 2 + t / 2), (-1, -1 + t / 2)),
        Area((-1, 2 - t / 2), (2, -1 - t / 2), (2, -1 + t / 2), (-1, 2 + t / 2)),
      ]
    },
    .init(48) { [Area(rhombus((1 + $0) / 2), without: rhombus((1 - $0) / 2))] },
    .init(61) { [Area((0.5 - $0, 0), (0.5 + $0, 0), (0.5, 2 * $0))] },
    .init(62) { [Area((1, 0.5 - $0), (1, 0.5 + $0), (1 - 2 * $0, 0.5))] },
    .init(63) { [Area((0.5 - $0, 1), (0.5 + $0, 1), (0.5, 1 - 2 * $0))] },
    .init(64) { [Area((0, 0.5 - $0), (0, 0.5 + $0), (2 * $0, 0.5))] },
    .init(65) { [Area((0, -$0), (0.5, 1 - $0), (1, -$0), (1, $0), (0.5, 1 + $0), (0, $0))] },
    .init(66) { [Area((1 - $0, 0), (-$0, 0.5), (1 - $0, 1), (1 + $0, 1), ($0, 0.5), (1 + $0, 0))] },
    .init(67) { [Area((0, 1 - $0), (0.5, -$0), (1, 1 - $0), (1, 1 + $0), (0.5, $0), (0, 1 + $0))] },
    .init(68) { [Area((-$0, 0), (1 - $0, 0.5), (-$0, 1), ($0, 1), (1 + $0, 0.5), ($0, 0))] },
    .init(101) { [.box(0.5 - $0 / 2, 0.5 - $0 / 2, 0.5 + $0 / 2, 0.5 + $0 / 2)] },
  ]
}

/// A numbered SMPTE wipe in sectors: each sector has a pivot, two directions, and the map values in these
/// directions.
struct SMPTEHands: Sendable, CustomTestStringConvertible {
  struct Sector: Sendable {
    let pivot: (x: Double, y: Double)
    let first: (x: Double, y: Double)
    let second: (x: Double, y: Double)
    let values: (Double, Double)
  }

  static let all: [SMPTEHands] = [
    .init(
      201, (0.5, 0.5, ["up 0 right 0.25", "right 0.25 down 0.5", "down 0.5 left 0.75", "left 0.75 up 1"])),
    .init(
      202, (0.5, 0.5, ["up 0.75 right 1", "right 0 down 0.25", "down 0.25 left 0.5", "left 0.5 up 0.75"])),
    .init(
      203, (0.5, 0.5, ["up 0.5 right 0.75", "right 0.75 down 1", "down 0 left 0.25", "left 0.25 up 0.5"])),
    .init(
      204, (0.5, 0.5, ["up 0.25 right 0.5", "right 0.5 down 0.75", "down 0.75 left 1", "left 0 up 0.25"])),
    .init(205, (0.5, 0.5, ["up 0 right 0.5", "right 0.5 down 1", "down 0 left 0.5", "left 0.5 up 1"])),
    .init(206, (0.5, 0.5, ["up 0.5 right 1", "right 0 down 0.5", "down 0.5 left 1", "left 0 up 0.5"])),
    .init(207, (0.5, 0.5, ["up 0 right 1", "right 0 down 1", "down 0 left 1", "left 0 up 1"])),
    .init(211, (0.5, 0.5, ["up 0 right 0.5", "right 0.5 down 1", "up 0 left 0.5", "left 0.5 down 1"])),
    .init(212, (0.5, 0.5, ["right 0 up 0.5", "up 0.5 left 1", "right 0 down 0.5", "down 0.5 left 1"])),
    .init(213, (0.5, 0.5, ["up 0 right 1", "up 0 left 1", "down 0 right 1", "down 0 left 1"])),
    .init(214, (0.5, 0.5, ["right 0 up 1", "right 0 down 1", "left 0 up 1", "left 0 down 1"])),
    .init(221, (0.5, 0, ["right 0 down 0.5", "down 0.5 left 1"])),
    .init(222, (1, 0.5, ["down 0 left 0.5", "left 0.5 up 1"])),
    .init(223, (0.5, 1, ["left 0 up 0.5", "up 0.5 right 1"])),
    .init(224, (0, 0.5, ["up 0 right 0.5", "right 0.5 down 1"])),
    .init(225, (0.5, 0, ["right 0 down 1"]), (0.5, 1, ["left 0 up 1"])),
    .init(226, (0, 0.5, ["up 0 right 1"]), (1, 0.5, ["down 0 left 1"])),
    .init(
      227, (0.5, 0, ["right 0 down 0.5", "down 0.5 left 1"]), (0.5, 1, ["right 0 up 0.5", "up 0.5 left 1"])),
    .init(
      228, (0, 0.5, ["up 0 right 0.5", "right 0.5 down 1"]), (1, 0.5, ["up 0 left 0.5", "left 0.5 down 1"])),
    .init(231, (0.5, 0, ["down 0 right 1", "down 0 left 1"])),
    .init(232, (1, 0.5, ["left 0 up 1", "left 0 down 1"])),
    .init(233, (0.5, 1, ["up 0 right 1", "up 0 left 1"])),
    .init(234, (0, 0.5, ["right 0 up 1", "right 0 down 1"])),
    .init(235, (0.5, 0, ["down 0 left 1", "down 0 right 1"]), (0.5, 1, ["up 0 right 1", "up 0 left 1"])),
    .init(236, (0, 0.5, ["right 0 up 1", "right 0 down 1"]), (1, 0.5, ["left 0 up 1", "left 0 down 1"])),
    .init(241, (0, 0, ["right 0 down 1"])),
    .init(242, (0, 1, ["right 0 up 1"])),
    .init(243, (1, 1, ["left 0 up 1"])),
    .init(244, (1, 0, ["left 0 down 1"])),
    .init(251, (0, 0, ["right 0 down 1"]), (1, 0, ["left 0 down 1"])),
    .init(252, (0, 0, ["down 0 right 1"]), (0, 1, ["up 0 right 1"])),
    .init(253, (0, 1, ["right 0 up 1"]), (1, 1, ["left 0 up 1"])),
    .init(254, (1, 0, ["down 0 left 1"]), (1, 1, ["up 0 left 1"])),
    .init(
      261, (0.5, 0.25, ["down 0 right 0.25", "right 0.25 up 0.5", "up 0.5 left 0.75", "left 0.75 down 1"]),
      (0.5, 0.75, ["up 0 right 0.25", "right 0.25 down 0.5", "down 0.5 left 0.75", "left 0.75 up 1"])),
    .init(
      262, (0.25, 0.5, ["right 0 up 0.25", "up 0.25 left 0.5", "left 0.5 down 0.75", "down 0.75 right 1"]),
      (0.75, 0.5, ["left 0 up 0.25", "up 0.25 right 0.5", "right 0.5 down 0.75", "down 0.75 left 1"])),
    .init(
      263, (0.5, 0.25, ["up 0 right 0.5", "right 0.5 down 1", "up 0 left 0.5", "left 0.5 down 1"]),
      (0.5, 0.75, ["down 0 right 0.5", "right 0.5 up 1", "down 0 left 0.5", "left 0.5 up 1"])),
    .init(
      264, (0.25, 0.5, ["left 0 up 0.5", "up 0.5 right 1", "left 0 down 0.5", "down 0.5 right 1"]),
      (0.75, 0.5, ["right 0 up 0.5", "up 0.5 left 1", "right 0 down 0.5", "down 0.5 left 1"])),
    .init(245), .init(246),
  ]

  let number: Int
  let sectors: [Sector]

  var testDescription: String { "\(number)" }

  /// Parses texts such as `up 0 right 0.25`, each for a pivot.
  init(_ number: Int, _ pivots: (x: Double, y: Double, turns: [String])...) {
    let directions: [Substring: (x: Double, y: Double)] = [
      "up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0),
    ]
    self.number = number
    sectors = pivots.flatMap { pivot in
      pivot.turns.map { text in
        let words = text.split(separator: " ")
        return Sector(
          pivot: (pivot.x, pivot.y), first: directions[words[0]] ?? (0, 0),
          second: directions[words[2]] ?? (0, 0),
          values: (Double(words[1]) ?? .nan, Double(words[3]) ?? .nan))
      }
    }
  }

  /// Value at a position, from the quarter turn of the nearest pivot; on a border, the values of both
  /// quarters.
  func values(_ u: Double, _ v: Double, _ size: PixelSize) -> [Double] {
    let (width, height) = (Double(size.width), Double(size.height))
    switch number {
    // Fraction of the angle between an edge and the diagonal, at the corner of each half.
    case 245:
      let (x, y) = u > v ? (u, v) : (1 - u, 1 - v)
      return [atan(y * height / (x * width)) / atan(height / width)]
    case 246:
      let (x, y) = u + v < 1 ? (u, 1 - v) : (1 - u, v)
      return [atan(x * width / (y * height)) / atan(width / height)]
    default: break
    }
    var found: [(distance: Double, value: Double)] = []
    for sector in sectors {
      let (x, y) = ((u - sector.pivot.x) * width, (v - sector.pivot.y) * height)
      let first = x * sector.first.x + y * sector.first.y
      let second = x * sector.second.x + y * sector.second.y
      guard first >= -1e-9, second >= -1e-9 else { continue }
      let length = hypot(x, y)
      // At the pivot itself, any angle is valid.
      for cosine in length == 0 ? [0, 1] : [min(1, max(0, first / length))] {
        let share = acos(cosine) / (.pi / 2)
        let value = sector.values.0 + (sector.values.1 - sector.values.0) * share
        found.append((hypot(u - sector.pivot.x, v - sector.pivot.y), value))
      }
    }
    let nearest = found.map(\.distance).min() ?? 0
    return found.filter { $0.distance < nearest + 1e-9 }.map(\.value)
  }
}
