import SegueLaneProgram
import SegueLanes
import SeguePixels

/// A lookup table of constant floats, stored as a picture of floats that no sampler names.
///
/// An element is a texel, or a column of texels if it has more than four numbers.
struct GraphTable: Hashable, Sendable {
  /// The least number of elements for which a texel read is cheaper than a chain of selects.
  static let leastCount = 64

  let count: Int
  /// The bits of the numbers, four for each texel.
  private var words: [UInt32]
  private var rows: Int { words.count / 4 / count }

  /// Takes the elements; nil for fewer than `leastCount`, and for −0, infinities and NaN, which bilinear
  /// interpolation would change.
  init?(_ parts: [[Float]]) {
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

  /// The vertical position of a row of texels, 0…1.
  func place(ofRow row: Int) -> Float { (Float(row) + 0.5) / Float(rows) }

  /// Makes the texture of the table, for a program.
  func texture() throws(RenderError) -> LaneRunner.Texture {
    var bitmap = try Bitmap(PixelSize(width: 4 * count, height: rows))
    for (index, word) in words.enumerated() {
      bitmap[index % (4 * count), index / (4 * count)] = Pixel(
        red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: UInt8(truncatingIfNeeded: word >> 16), alpha: UInt8(truncatingIfNeeded: word >> 24))
    }
    return .floats(bitmap, isFlipped: false)
  }
}

extension Lowering {
  /// The element of a constant array at a dynamic index, clamped to the last; nil if no table is used, so
  /// that the caller selects among all elements.
  mutating func lookUp(_ position: SSAValue, in parts: [[SSAValue]], of type: ShaderType) -> [SSAValue]? {
    guard parts.count >= GraphTable.leastCount, type.componentScalars.allSatisfy({ $0 == .float }) else {
      return nil
    }
    var numbers: [[Float]] = []
    for part in parts {
      let known = part.compactMap { graph.constant($0).map { Float(bitPattern: $0) } }
      guard known.count == part.count else { return nil }
      numbers.append(known)
    }
    guard let table = GraphTable(numbers) else { return nil }
    let slot = specialization.pictures.count + graph.index(of: table)
    let place = graph.emit(.umin, position, graph.int(Int32(parts.count - 1)))
    let middle = graph.emit(.add, graph.emit(.i2f, place), graph.float(0.5))
    let u = graph.emit(.mul, middle, graph.float(1 / Float(parts.count)))
    let size = parts[0].count
    return (0..<(size + 3) / 4).flatMap { row in
      let v = graph.float(table.place(ofRow: row))
      return graph.emit(.fetchFloats, [u, v], texels: .init(texture: slot)).prefix(size - 4 * row)
    }
  }
}
