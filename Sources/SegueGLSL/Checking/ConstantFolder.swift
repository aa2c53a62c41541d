import SegueGraph
import SeguePixels

/// Evaluates constant expressions in array sizes, labels and defaults of parameters.
struct ConstantFolder {
  /// The components of constant variables.
  var values: [Variable.ID: [Literal]] = [:]

  /// Returns the components of an expression, matrices by columns; nil if the expression is not constant or
  /// not supported here.
  func components(of expression: Expression) -> [Literal]? {
    switch expression.kind {
    case .literal(let literal): return [literal]
    case .variable(let id): return values[id]
    case .swizzle(let base, let indices): return components(of: base).map { part in indices.map { part[$0] } }
    case .convert(let value):
      guard let scalar = expression.type.scalar else { return nil }
      return all(components(of: value)?.map { $0.converted(to: scalar) })
    case .splat(let value):
      return components(of: value).map { Array(repeating: $0[0], count: expression.type.componentCount) }
    case .diagonal(let value):
      guard case .matrix(let columns, let rows) = expression.type, let value = components(of: value) else {
        return nil
      }
      return (0..<columns * rows).map { $0 / rows == $0 % rows ? value[0] : .float(0) }
    case .compose(let parts), .array(let parts), .structure(let parts):
      var result: [Literal] = []
      for part in parts {
        guard let part = components(of: part) else { return nil }
        result += part
      }
      return result
    case .unary(let unary, let operand):
      return all(components(of: operand)?.map { ConstantFolder.apply(unary, $0) })
    case .binary(let binary, let a, let b):
      guard let first = components(of: a), let second = components(of: b) else { return nil }
      switch binary {
      case .product:
        return lowered([first, second], to: expression.type) { lowering, values in
          lowering.combine(binary, values[0], a.type, values[1], b.type)
        }
      // Compares vectors, arrays and structures as a whole, with one bool as the result.
      case .equal: return [.bool(first == second)]
      case .notEqual: return [.bool(first != second)]
      default: return all(zip(first, second).map { ConstantFolder.apply(binary, $0, $1) })
      }
    case .and(let a, let b), .or(let a, let b):
      guard case .bool(let first)? = components(of: a)?.first,
        case .bool(let second)? = components(of: b)?.first
      else { return nil }
      if case .and = expression.kind { return [.bool(first && second)] }
      return [.bool(first || second)]
    case .element(let base, let index):
      let size = expression.type.componentCount
      guard let parts = components(of: base), let index = integer(index), index >= 0,
        (index + 1) * size <= parts.count
      else { return nil }
      return Array(parts[index * size..<(index + 1) * size])
    case .field(let base, let index):
      guard let parts = components(of: base), case .structure(let structure) = base.type else { return nil }
      let start = structure.fields[..<index].reduce(0) { $0 + $1.type.componentCount }
      return Array(parts[start..<start + expression.type.componentCount])
    case .builtin(let builtin, let arguments):
      var values: [[Literal]] = []
      for argument in arguments {
        guard let value = components(of: argument) else { return nil }
        values.append(value)
      }
      return lowered(values, to: expression.type, builtin.lower)
    case .select(let condition, let a, let b):
      guard case .bool(let condition)? = components(of: condition)?.first else { return nil }
      return components(of: condition ? a : b)
    default: return nil
    }
  }

  /// Folds operations with the arithmetic of the graph; nil if an operation does not fold.
  private func lowered(
    _ values: [[Literal]], to type: ShaderType, _ operations: (inout Lowering, [[SSAValue]]) -> [SSAValue]
  ) -> [Literal]? {
    guard let scalar = type.scalar else { return nil }
    let nothing = CheckedShader(
      source: SourceText("", file: ""), kind: .fragment, host: .gpuImage, variables: [], functions: [],
      entryPoint: 0,
      globals: [],
      parameters: [], inputs: [], used: [], macros: [], usesDerivatives: false, usesLevels: false,
      output: nil,
      header: ShaderHeader(), vertex: nil, passes: [],
      warnings: [])
    let specialization = Specialization(size: PixelSize(width: 1, height: 1), pictures: [])
    var lowering = Lowering(nothing, specialization: specialization)
    var literals: [Literal] = []
    let constants = values.map { $0.map { lowering.graph.constant(bits: $0.bits) } }
    for value in operations(&lowering, constants) {
      guard let bits = lowering.graph.constant(value) else { return nil }
      literals.append(Literal(bits: bits, of: scalar))
    }
    return literals
  }

  /// Returns the value of a constant scalar integer; nil for other expressions.
  func integer(_ expression: Expression) -> Int? {
    switch components(of: expression)?.first {
    case .int(let value)?: Int(value)
    case .uint(let value)?: Int(value)
    default: nil
    }
  }

  private func all(_ literals: [Literal?]?) -> [Literal]? {
    guard let literals else { return nil }
    let known = literals.compactMap { $0 }
    return known.count == literals.count ? known : nil
  }

  private static func apply(_ unary: UnaryOperator, _ value: Literal) -> Literal? {
    switch (unary, value) {
    case (.negate, .float(let value)): .float(-value)
    case (.negate, .int(let value)): .int(0 &- value)
    case (.negate, .uint(let value)): .uint(0 &- value)
    case (.not, .bool(let value)): .bool(!value)
    case (.complement, .int(let value)): .int(~value)
    case (.complement, .uint(let value)): .uint(~value)
    default: nil
    }
  }

  private static func apply(_ binary: BinaryOperator, _ a: Literal, _ b: Literal) -> Literal? {
    switch (a, b) {
    case (.float(let a), .float(let b)): apply(binary, a, b)
    case (.int(let a), .int(let b)): apply(binary, a, b).map { .int($0) } ?? compare(binary, a, b)
    case (.uint(let a), .uint(let b)): apply(binary, a, b).map { .uint($0) } ?? compare(binary, a, b)
    // Operands differ in type only in shifts, whose count is taken modulo 32.
    case (.int(let a), .uint(let b)): apply(binary, a, Int32(bitPattern: b)).map { .int($0) }
    case (.uint(let a), .int(let b)): apply(binary, a, UInt32(bitPattern: b)).map { .uint($0) }
    case (.bool(let a), .bool(let b)) where binary == .equal: .bool(a == b)
    case (.bool(let a), .bool(let b)) where binary == .notEqual || binary == .xor: .bool(a != b)
    default: nil
    }
  }

  private static func apply(_ binary: BinaryOperator, _ a: Double, _ b: Double) -> Literal? {
    switch binary {
    case .add: .float(a + b)
    case .subtract: .float(a - b)
    case .multiply: .float(a * b)
    case .divide: .float(a / b)
    default: compare(binary, a, b)
    }
  }

  private static func apply<Integer: FixedWidthInteger>(
    _ binary: BinaryOperator, _ a: Integer, _ b: Integer
  ) -> Integer? {
    switch binary {
    case .add: a &+ b
    case .subtract: a &- b
    case .multiply: a &* b
    case .divide: b == 0 ? nil : a.dividedReportingOverflow(by: b).partialValue
    case .remainder: b == 0 ? nil : a.remainderReportingOverflow(dividingBy: b).partialValue
    case .bitAnd: a & b
    case .bitOr: a | b
    case .bitXor: a ^ b
    case .shiftLeft: a &<< b
    case .shiftRight: a &>> b
    default: nil
    }
  }

  private static func compare<Number: Comparable>(_ binary: BinaryOperator, _ a: Number, _ b: Number)
    -> Literal?
  {
    switch binary {
    case .less: .bool(a < b)
    case .lessOrEqual: .bool(a <= b)
    case .greater: .bool(a > b)
    case .greaterOrEqual: .bool(a >= b)
    case .equal: .bool(a == b)
    case .notEqual: .bool(a != b)
    default: nil
    }
  }
}
