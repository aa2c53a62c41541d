import SegueLanes

extension Builtin {
  /// Functions of matrices, whose components are by columns.
  static let matrices = [
    Builtin("matrixCompMult", .mat(.mat, .mat), each: .mul),
    Builtin(
      "outerProduct", .matrix(2, .vec2, .vec2), .matrix(3, .vec3, .vec3), .matrix(4, .vec4, .vec4)
    ) { lowering, arguments in
      arguments[1].flatMap { lowering.scaled(arguments[0], by: $0) }
    },
    Builtin("transpose", .mat(.mat)) { _, arguments in
      let (a, side) = (arguments[0], side(of: arguments[0]))
      return a.indices.map { a[$0 % side * side + $0 / side] }
    },
    Builtin("inverse", .mat(.mat)) { lowering, arguments in lowering.inverse(arguments[0]) },
    Builtin("determinant", .float(.mat)) { lowering, arguments in [lowering.determinant(arguments[0])] },
  ]
}

/// The columns of a matrix of so many components.
private func side(of matrix: [SSAValue]) -> Int { matrix.count == 4 ? 2 : matrix.count == 9 ? 3 : 4 }

extension Lowering {
  /// Expanded by the first column.
  fileprivate mutating func determinant(_ a: [SSAValue]) -> SSAValue {
    let side = side(of: a)
    return (0..<side).reduce(graph.float(0)) { sum, row in
      let term = graph.emit(.mul, a[row], minor(a, side, row: row, column: 0))
      return graph.emit(row % 2 == 0 ? .add : .sub, sum, term)
    }
  }

  private mutating func minor(_ a: [SSAValue], _ side: Int, row: Int, column: Int) -> SSAValue {
    let rest = a.indices.filter { $0 % side != row && $0 / side != column }.map { a[$0] }
    return rest.count == 1 ? rest[0] : determinant(rest)
  }

  /// The adjugate over the determinant.
  fileprivate mutating func inverse(_ a: [SSAValue]) -> [SSAValue] {
    let side = side(of: a)
    let whole = graph.emit(.div, graph.float(1), determinant(a))
    return a.indices.map { index in
      let (column, row) = (index / side, index % side)
      let cofactor = minor(a, side, row: column, column: row)
      let signed = (row + column) % 2 == 0 ? cofactor : graph.emit(.neg, cofactor)
      return graph.emit(.mul, signed, whole)
    }
  }
}
