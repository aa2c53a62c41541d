import SegueGraph
import SegueLaneProgram

extension Lowering {
  /// Returns the element of a constant array at a dynamic index, clamped to the last element; nil if no table
  /// is used, in which case the caller selects among all elements.
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
