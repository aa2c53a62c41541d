import Foundation
import SegueGLSL

/// Operators and built-in functions by their specifications.
enum Reference {
  typealias Failure = ReferenceEvaluator.Failure

  static func apply(_ unary: UnaryOperator, _ value: Literal) throws -> Literal {
    switch (unary, value) {
    case (.negate, .float(let value)): .float(-value)
    case (.negate, .int(let value)): .int(0 &- value)
    case (.negate, .uint(let value)): .uint(0 &- value)
    case (.not, .bool(let value)): .bool(!value)
    case (.complement, .int(let value)): .int(~value)
    case (.complement, .uint(let value)): .uint(~value)
    default: throw Failure.malformed("\(unary) of \(value)")
    }
  }

  static func apply(
    _ binary: BinaryOperator, _ a: Value, _ aType: ShaderType, _ b: Value, _ bType: ShaderType
  ) throws -> Value {
    switch binary {
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    case .product: return .floats(try product(try a.numbers, aType, try b.numbers, bType))
    default: break
    }
    guard case .components(let a) = a, case .components(let b) = b, a.count == b.count else {
      throw Failure.malformed("\(binary) of different shapes")
    }
    return .components(try zip(a, b).map { try apply(binary, $0, $1) })
  }

  private static func apply(_ binary: BinaryOperator, _ a: Literal, _ b: Literal) throws -> Literal {
    switch (a, b) {
    case (.float(let a), .float(let b)):
      switch binary {
      case .add: return .float(a + b)
      case .subtract: return .float(a - b)
      case .multiply: return .float(a * b)
      case .divide: return .float(a / b)
      default: return .bool(try compare(binary, a, b))
      }
    case (.int(let a), .int(let b)):
      if let value = integer(binary, a, b) { return .int(value) }
      return .bool(try compare(binary, a, b))
    case (.uint(let a), .uint(let b)):
      if let value = integer(binary, a, b) { return .uint(value) }
      return .bool(try compare(binary, a, b))
    case (.int(let a), .uint(let b)):
      guard let value = shift(binary, a, b & 31) else { break }
      return .int(value)
    case (.uint(let a), .int(let b)):
      guard let value = shift(binary, a, UInt32(truncatingIfNeeded: b) & 31) else { break }
      return .uint(value)
    case (.bool(let a), .bool(let b)) where binary == .xor: return .bool(a != b)
    default: break
    }
    throw Failure.malformed("\(binary) of \(a) and \(b)")
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ binary: BinaryOperator, _ a: Integer, _ b: Integer
  ) -> Integer? {
    switch binary {
    case .add: a &+ b
    case .subtract: a &- b
    case .multiply: a &* b
    case .divide: b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue
    case .remainder: b == 0 ? 0 : a.remainderReportingOverflow(dividingBy: b).partialValue
    case .bitAnd: a & b
    case .bitOr: a | b
    case .bitXor: a ^ b
    default: shift(binary, a, UInt32(truncatingIfNeeded: b) & 31)
    }
  }

  private static func shift<Integer: FixedWidthInteger>(
    _ binary: BinaryOperator, _ a: Integer, _ bits: UInt32
  ) -> Integer? {
    switch binary {
    case .shiftLeft: a << bits
    case .shiftRight: a >> bits
    default: nil
    }
  }

  private static func compare<Number: Comparable>(_ binary: BinaryOperator, _ a: Number, _ b: Number) throws
    -> Bool
  {
    switch binary {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    default: throw Failure.malformed("\(binary) of numbers")
    }
  }

  /// Computes the product of linear algebra.
  ///
  /// A vector on the left is a row, on the right a column.
  static func product(_ a: [Double], _ aType: ShaderType, _ b: [Double], _ bType: ShaderType) throws
    -> [Double]
  {
    switch (aType, bType) {
    case (.matrix(let inner, let rows), .matrix(let columns, _)):
      return (0..<columns * rows).map { place in
        let (column, row) = (place / rows, place % rows)
        return (0..<inner).reduce(0) { $0 + a[$1 * rows + row] * b[column * inner + $1] }
      }
    case (.matrix(let columns, let rows), .vector):
      return (0..<rows).map { row in (0..<columns).reduce(0) { $0 + a[$1 * rows + row] * b[$1] } }
    case (.vector, .matrix(let columns, let rows)):
      return (0..<columns).map { column in (0..<rows).reduce(0) { $0 + a[$1] * b[column * rows + $1] } }
    default: throw Failure.malformed("a product of \(aType) and \(bType)")
    }
  }
}
