extension ShaderType {
  /// Returns the number of implicit conversions needed to get another type: 0 for the same type, otherwise 1;
  /// nil if the type cannot be converted implicitly.
  ///
  /// - Source: The OpenGL Shading Language 4.60, section 4.1.10, without doubles.
  func conversions(to other: ShaderType) -> Int? {
    if self == other { return 0 }
    guard let from = scalar, let to = other.scalar, with(to) == other else { return nil }
    switch (from, to) {
    case (.int, .float), (.uint, .float), (.int, .uint): return 1
    default: return nil
    }
  }

  /// Whether the type is a scalar or vector.
  var isRow: Bool {
    switch self {
    case .scalar, .vector: true
    case .void, .matrix, .array, .structure, .sampler: false
    }
  }

  var isMatrix: Bool { if case .matrix = self { true } else { false } }
}

extension Checker {
  // MARK: Conversions

  /// Converts the components of a scalar or vector explicitly.
  func cast(_ value: Expression, to scalar: Scalar) -> Expression {
    if value.type.scalar == scalar { return value }
    let type = value.type.with(scalar)
    if case .literal(let literal) = value.kind, let converted = literal.converted(to: scalar) {
      return node(.literal(converted), type, like: value)
    }
    return node(.convert(value), type, like: value)
  }

  /// Converts a value implicitly to a type; throws if the language has no such conversion.
  func converted(
    _ value: Expression, to type: ShaderType, _ verb: String, at offset: Int? = nil
  ) throws(Recovery) -> Expression {
    guard value.type.conversions(to: type) != nil else {
      let message = "cannot \(verb): '\(type)' is needed, this is '\(value.type)'"
      if let offset { throw error(message, at: offset) }
      sink.error(message, at: value.location)
      throw Recovery()
    }
    return type.scalar.map { cast(value, to: $0) } ?? value
  }

  private func splat(_ value: Expression, to type: ShaderType) -> Expression {
    guard case .scalar = value.type, value.type != type else { return value }
    return node(.splat(value), type, like: value)
  }

  /// Converts an argument to a built-in function's parameter type; scalars are broadcast.
  func shaped(_ value: Expression, as type: ShaderType) -> Expression {
    guard let scalar = type.scalar else { return value }
    return splat(cast(value, to: scalar), to: type)
  }

  // MARK: Operators

  func unary(_ prefix: PrefixOperator, _ operand: Expression, at offset: Int) throws(Recovery) -> Expression {
    let scalar = operand.type.scalar
    let isNumber = scalar != nil && scalar != .bool
    switch prefix {
    case .plus where isNumber: return operand
    case .minus where isNumber: return node(.unary(.negate, operand), operand.type, offset)
    case .not where operand.type == .bool: return node(.unary(.not, operand), .bool, offset)
    case .complement where scalar == .int || scalar == .uint:
      return node(.unary(.complement, operand), operand.type, offset)
    case .not where scalar == .bool:
      throw error("'!' needs a 'bool'; for '\(operand.type)' there is not(…)", at: offset)
    default: throw error("'\(prefix.rawValue)' cannot be applied to '\(operand.type)'", at: offset)
    }
  }

  func binary(
    _ infix: InfixOperator, _ a: Expression, _ b: Expression, at offset: Int
  ) throws(Recovery) -> Expression {
    let result: Expression? =
      switch infix {
      case .add, .subtract, .multiply, .divide: arithmetic(infix, a, b, offset)
      case .remainder: componentwise(.remainder, a, b, among: [.int, .uint], offset)
      case .bitAnd: componentwise(.bitAnd, a, b, among: [.int, .uint], offset)
      case .bitOr: componentwise(.bitOr, a, b, among: [.int, .uint], offset)
      case .bitXor: componentwise(.bitXor, a, b, among: [.int, .uint], offset)
      case .shiftLeft: shift(.shiftLeft, a, b, offset)
      case .shiftRight: shift(.shiftRight, a, b, offset)
      case .less: compare(.less, a, b, offset)
      case .lessOrEqual: compare(.lessOrEqual, a, b, offset)
      case .greater: compare(.greater, a, b, offset)
      case .greaterOrEqual: compare(.greaterOrEqual, a, b, offset)
      case .equal: equality(.equal, a, b, offset)
      case .notEqual: equality(.notEqual, a, b, offset)
      case .and: a.type == .bool && b.type == .bool ? node(.and(a, b), .bool, offset) : nil
      case .or: a.type == .bool && b.type == .bool ? node(.or(a, b), .bool, offset) : nil
      case .xor: a.type == .bool && b.type == .bool ? node(.binary(.xor, a, b), .bool, offset) : nil
      }
    if let result { return result }
    throw error(
      "'\(infix.rawValue)' cannot be applied to '\(a.type)' and '\(b.type)'\(hint(infix, a, b))", at: offset)
  }

  private func hint(_ infix: InfixOperator, _ a: Expression, _ b: Expression) -> String {
    switch infix {
    case .remainder where a.type.scalar == .float || b.type.scalar == .float: "; use mod(…)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if case .vector = a.type { "; use lessThan(…) and the like" } else { "" }
    default: ""
    }
  }

  /// Returns the scalar type to which both operands convert; nil if there is none.
  private func common(_ a: Expression, _ b: Expression, among allowed: [Scalar]) -> Scalar? {
    guard let first = a.type.scalar, let second = b.type.scalar else { return nil }
    let order: [Scalar] = [.float, .uint, .int]
    return order.first { $0 == first || $0 == second }.flatMap { common in
      let areNumbers = first != .bool && second != .bool
      return areNumbers && allowed.contains(common) ? common : nil
    }
  }

  /// Makes a componentwise operation on scalars, vectors with equal counts, or a scalar and a vector; nil for
  /// other operands.
  private func componentwise(
    _ binary: BinaryOperator, _ a: Expression, _ b: Expression, among allowed: [Scalar], _ offset: Int
  ) -> Expression? {
    guard a.type.isRow, b.type.isRow, let scalar = common(a, b, among: allowed) else { return nil }
    let counts = (a.type.componentCount, b.type.componentCount)
    guard counts.0 == counts.1 || counts.0 == 1 || counts.1 == 1 else { return nil }
    let type = ShaderType.components(scalar, max(counts.0, counts.1))
    return node(.binary(binary, shaped(a, as: type), shaped(b, as: type)), type, offset)
  }

  private func arithmetic(
    _ infix: InfixOperator, _ a: Expression, _ b: Expression, _ offset: Int
  ) -> Expression? {
    let binary: BinaryOperator =
      switch infix {
      case .add: .add
      case .subtract: .subtract
      case .divide: .divide
      default: .multiply
      }
    guard a.type.isMatrix || b.type.isMatrix else {
      return componentwise(binary, a, b, among: [.float, .int, .uint], offset)
    }
    guard common(a, b, among: [.float]) != nil else { return nil }
    let (a, b) = (a.type.isMatrix ? a : cast(a, to: .float), b.type.isMatrix ? b : cast(b, to: .float))
    switch (a.type, b.type) {
    case (.matrix, .scalar): return node(.binary(binary, a, splat(b, to: a.type)), a.type, offset)
    case (.scalar, .matrix): return node(.binary(binary, splat(a, to: b.type), b), b.type, offset)
    case (.matrix(let inner, let rows), .matrix(let columns, let count))
    where inner == count && binary == .multiply:
      return node(.binary(.product, a, b), .matrix(columns: columns, rows: rows), offset)
    case (.matrix, .matrix) where a.type == b.type && binary != .multiply:
      return node(.binary(binary, a, b), a.type, offset)
    case (.matrix(let columns, let rows), .vector(_, let count))
    where columns == count && binary == .multiply:
      return node(.binary(.product, a, b), .vector(.float, rows), offset)
    case (.vector(_, let count), .matrix(let columns, let rows))
    where rows == count && binary == .multiply:
      return node(.binary(.product, a, b), .vector(.float, columns), offset)
    default: return nil
    }
  }

  private func shift(_ binary: BinaryOperator, _ a: Expression, _ b: Expression, _ offset: Int) -> Expression?
  {
    let integers: [Scalar?] = [.int, .uint]
    guard a.type.isRow, b.type.isRow, integers.contains(a.type.scalar), integers.contains(b.type.scalar)
    else {
      return nil
    }
    let (count, bits) = (a.type.componentCount, b.type.componentCount)
    guard bits == 1 || bits == count, let scalar = b.type.scalar else { return nil }
    return node(.binary(binary, a, splat(b, to: .components(scalar, count))), a.type, offset)
  }

  private func compare(_ binary: BinaryOperator, _ a: Expression, _ b: Expression, _ offset: Int)
    -> Expression?
  {
    guard case .scalar = a.type, case .scalar = b.type,
      let scalar = common(a, b, among: [.float, .int, .uint])
    else { return nil }
    return node(.binary(binary, cast(a, to: scalar), cast(b, to: scalar)), .bool, offset)
  }

  private func equality(_ binary: BinaryOperator, _ a: Expression, _ b: Expression, _ offset: Int)
    -> Expression?
  {
    guard !a.type.holdsSampler, a.type != .void else { return nil }
    if a.type == b.type { return node(.binary(binary, a, b), .bool, offset) }
    guard a.type.isRow, b.type.isRow, a.type.componentCount == b.type.componentCount,
      let scalar = common(a, b, among: [.float, .int, .uint])
    else { return nil }
    return node(.binary(binary, cast(a, to: scalar), cast(b, to: scalar)), .bool, offset)
  }
}
