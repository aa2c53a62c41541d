import SegueGraph
import SegueLaneProgram

extension Builtin {
  /// Functions of matrices, whose components are stored by columns.
  static let matrices =
    [
      Builtin("matrixCompMult", ShaderType.matrices.map { .exactly($0, $0, $0) }) { lowering, arguments in
        lowering.each(.mul, arguments)
      },
      Builtin(
        "outerProduct",
        sides.map { columns, rows in
          .exactly(.matrix(columns: columns, rows: rows), .vector(.float, rows), .vector(.float, columns))
        }
      ) { lowering, arguments in
        arguments[1].flatMap { lowering.scaled(arguments[0], by: $0) }
      },
    ]
    + sides.map { columns, rows in
      Builtin(
        "transpose", .exactly(.matrix(columns: rows, rows: columns), .matrix(columns: columns, rows: rows))
      ) { _, arguments in
        let a = arguments[0]
        return a.indices.map { a[$0 % columns * rows + $0 / columns] }
      }
    } + [
      Builtin("inverse", .mat(.mat)) { lowering, arguments in lowering.inverse(arguments[0]) },
      Builtin("determinant", .float(.mat)) { lowering, arguments in [lowering.determinant(arguments[0])] },
    ]
}

/// All column and row counts of matrices.
private let sides = (2...4).flatMap { columns in (2...4).map { (columns, $0) } }

/// Returns the side of a square matrix, from its number of components.
private func side(of matrix: [SSAValue]) -> Int { matrix.count == 4 ? 2 : matrix.count == 9 ? 3 : 4 }

extension Lowering {
  /// Returns the determinant, expanded along the first column.
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

  /// Returns the inverse: the adjugate divided by the determinant.
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
