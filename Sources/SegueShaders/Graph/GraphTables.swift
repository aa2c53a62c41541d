import SegueLanes
import SeguePixels

/// Constant numbers that are read by their index: a picture of floats, which no shader sees.
///
/// Each element is a texel, or one above another where it has more than four numbers.
struct GraphTable: Hashable, Sendable {
  /// Elements from which reading one is cheaper than choosing among all.
  static let leastCount = 64

  let count: Int
  /// The bits of the numbers, four for each texel.
  private var words: [UInt32]
  private var rows: Int { words.count / 4 / count }

  /// Takes the numbers of elements; nil where there are few, or some that a mean of texels would change.
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

  /// Where a row of texels is, from 0 to 1.
  func place(ofRow row: Int) -> Float { (Float(row) + 0.5) / Float(rows) }

  /// The table as the texture that a program reads.
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
  /// The element of an array of constants at a position that is not constant; the last one where there is none, and nil where
  /// all of them are to be chosen from.
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
