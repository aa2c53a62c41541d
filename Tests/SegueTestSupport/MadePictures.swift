import Foundation
import SeguePixels

/// Kinds of content of a PNG's filtered rows.
package enum FilteredRows: String, CaseIterable, Sendable {
  /// Uniformly distributed bytes.
  case uniform
  /// Small differences, as in photographs.
  case peaked
  /// Few frequent bytes and many rare ones: optimal codes would be longer than the encoder's deflate tables
  /// allow.
  case skewed
  /// Zeros, as in flat areas.
  case flat
  /// Bands of flat, peaked and repeating rows.
  case mixed

  fileprivate func next(_ y: Int, _ random: inout SeededGenerator) -> UInt8 {
    switch self {
    case .uniform: return .random(in: 0...255, using: &random)
    case .peaked:
      return UInt8(
        truncatingIfNeeded: (0..<4).reduce(0) { sum, _ in sum + Int.random(in: -4...4, using: &random) })
    case .skewed:
      let bits = random.next()
      return bits & 7 < 7
        ? UInt8(bits >> 8 & 7) : UInt8(8 + min(247, (bits >> 16 | 1 << 47).trailingZeroBitCount * 5))
    case .flat: return 0
    case .mixed:
      let kinds: [FilteredRows] = [.flat, .peaked, .uniform, .flat, .skewed]
      return y % 90 < 8 ? 3 : kinds[y / 90 % 5].next(y, &random)
    }
  }
}

extension Bitmap {
  /// Makes an opaque bitmap from a function of the position.
  package init(_ width: Int, _ height: Int, color: (Int, Int) -> [Int]) throws {
    try self.init(width: width, height: height)
    for y in 0..<height {
      withMutableRow(y) { row in
        for x in row.indices {
          let bytes = color(x, y).map { UInt8($0) }
          row[x] = Pixel(red: bytes[0], green: bytes[1], blue: bytes[2])
        }
      }
    }
  }

  /// Makes a picture whose rows have a kind of content after the Average filter.
  package static func filtered(
    _ rows: FilteredRows, _ width: Int, _ height: Int, seed: UInt64
  ) throws -> Bitmap {
    var random = SeededGenerator(seed)
    return try filtered(width, height) { _, y in rows.next(y, &random) }
  }

  /// Makes a picture whose rows are the bytes of `next` after the Average filter.
  package static func filtered(
    _ width: Int, _ height: Int, _ next: (_ index: Int, _ y: Int) -> UInt8
  ) throws -> Bitmap {
    var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: 3 * width), count: height)
    for y in 0..<height {
      for i in 0..<3 * width {
        let left = i < 3 ? 0 : Int(rows[y][i - 3])
        let above = y == 0 ? left : Int(rows[y - 1][i])
        rows[y][i] = UInt8(truncatingIfNeeded: (left + above) / 2) &+ next(i, y)
      }
    }
    return try Bitmap(width, height) { x, y in rows[y][3 * x..<3 * x + 3].map { Int($0) } }
  }

  /// Draws waves of many lengths, none below five pixels, similar to photographs.
  package static func photo(_ width: Int, _ height: Int) throws -> Bitmap {
    try Bitmap(width, height) { x, y in
      let (x, y) = (Double(x), Double(y))
      let slow = sin(x / 40) * cos(y / 31)
      return [
        128 + 60 * slow + 40 * sin(x / 3 + y / 7), 128 + 90 * cos(y / 4 - slow),
        128 + 100 * slow * sin(x / 9),
      ]
      .map { Int($0.rounded()) }
    }
  }
}
