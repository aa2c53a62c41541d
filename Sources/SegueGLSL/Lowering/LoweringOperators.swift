import SegueGraph
import SegueLaneProgram

extension Lowering {
  mutating func convert(_ value: SSAValue, _ from: Scalar, _ to: Scalar) -> SSAValue {
    switch (from, to) {
    case (.float, .int): graph.emit(.f2i, value)
    case (.float, .uint): graph.emit(.f2u, value)
    case (.float, .bool): graph.emit(.ne, value, graph.float(0))
    case (.int, .float): graph.emit(.i2f, value)
    case (.uint, .float): graph.emit(.u2f, value)
    case (.int, .bool), (.uint, .bool): graph.emit(.ine, value, graph.int(0))
    case (.bool, .float): graph.emit(.and, value, graph.float(1))
    case (.bool, .int), (.bool, .uint): graph.emit(.and, value, graph.int(1))
    case (.int, .uint), (.uint, .int), (.float, .float), (.int, .int), (.uint, .uint), (.bool, .bool): value
    }
  }

  mutating func combine(
    _ operation: BinaryOperator, _ a: [SSAValue], _ typeA: ShaderType, _ b: [SSAValue], _ typeB: ShaderType
  ) -> [SSAValue] {
    let scalar = typeA.scalar ?? .float
    func each(_ float: LaneOperation, _ int: LaneOperation, _ uint: LaneOperation) -> [SSAValue] {
      let chosen = scalar == .float ? float : scalar == .uint ? uint : int
      return zip(a, b).map { graph.emit(chosen, $0, $1) }
    }
    switch operation {
    case .add: return each(.add, .iadd, .iadd)
    case .subtract: return each(.sub, .isub, .isub)
    case .multiply: return each(.mul, .imul, .imul)
    case .divide: return each(.div, .idiv, .udiv)
    case .remainder: return each(.mod, .imod, .umod)
    case .product: return product(a, typeA, b, typeB)
    case .bitAnd: return each(.and, .and, .and)
    case .bitOr: return each(.or, .or, .or)
    case .bitXor, .xor: return each(.xor, .xor, .xor)
    case .shiftLeft: return each(.shl, .shl, .shl)
    case .shiftRight: return each(.shr, .shr, .ushr)
    case .less: return each(.lt, .ilt, .ult)
    case .lessOrEqual: return each(.le, .ile, .ule)
    case .greater: return zip(a, b).map { graph.emit(comparison(scalar, strict: true), $1, $0) }
    case .greaterOrEqual: return zip(a, b).map { graph.emit(comparison(scalar, strict: false), $1, $0) }
    case .equal: return [areEqual(a, b, typeA)]
    case .notEqual: return [graph.emit(.not, areEqual(a, b, typeA))]
    }
  }

  func comparison(_ scalar: Scalar, strict: Bool) -> LaneOperation {
    switch scalar {
    case .float: strict ? .lt : .le
    case .uint: strict ? .ult : .ule
    case .int, .bool: strict ? .ilt : .ile
    }
  }

  /// Whether all components are equal, each compared by its scalar type.
  private mutating func areEqual(_ a: [SSAValue], _ b: [SSAValue], _ type: ShaderType) -> SSAValue {
    let scalars = type.componentScalars
    var all = graph.bool(true)
    for index in a.indices {
      all = graph.emit(.and, all, graph.emit(scalars[index] == .float ? .eq : .ieq, a[index], b[index]))
    }
    return all
  }

  private mutating func product(
    _ a: [SSAValue], _ typeA: ShaderType, _ b: [SSAValue], _ typeB: ShaderType
  ) -> [SSAValue] {
    /// Returns Σ a[i]·b[i], summed from the first product to the last.
    func sum(_ pairs: [(SSAValue, SSAValue)]) -> SSAValue {
      var total = graph.emit(.mul, pairs[0].0, pairs[0].1)
      for pair in pairs.dropFirst() { total = graph.emit(.add, total, graph.emit(.mul, pair.0, pair.1)) }
      return total
    }
    switch (typeA, typeB) {
    case (.matrix(let inner, let rows), .matrix(let columns, _)):
      return (0..<columns * rows).map { index in
        let (column, row) = (index / rows, index % rows)
        return sum((0..<inner).map { (a[$0 * rows + row], b[column * inner + $0]) })
      }
    case (.matrix(let columns, let rows), _):
      return (0..<rows).map { row in sum((0..<columns).map { (a[$0 * rows + row], b[$0]) }) }
    case (_, .matrix(let columns, let rows)):
      // Sums each dot product from the last component to the first, as `dot` does.
      return (0..<columns).map { column in
        sum((0..<rows).reversed().map { (a[$0], b[column * rows + $0]) })
      }
    default: return a
    }
  }
}

extension ShaderType {
  /// The scalar type of every component, through arrays and structures.
  var componentScalars: [Scalar] {
    switch self {
    case .void, .sampler: []
    case .scalar(let scalar): [scalar]
    case .vector(let scalar, let count): Array(repeating: scalar, count: count)
    case .matrix(let columns, let rows): Array(repeating: .float, count: columns * rows)
    case .array(let element, let count): (0..<count).flatMap { _ in element.componentScalars }
    case .structure(let structure): structure.fields.flatMap { $0.type.componentScalars }
    }
  }
}
