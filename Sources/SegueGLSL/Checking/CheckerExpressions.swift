extension Checker {
  mutating func expression(_ syntax: ExpressionSyntax) throws(Recovery) -> Expression {
    let offset = syntax.offset
    switch syntax.kind {
    case .literal(let literal): return node(.literal(literal), .scalar(literal.scalar), offset)
    case .name(let name):
      if let value = Checker.builtInConstants[name], lookup(name) == nil {
        return node(.literal(.int(value)), .int, offset)
      }
      let id = try variable(name, at: offset)
      return node(.variable(id), variables[id].type, offset)
    case .call(let name, let arguments): return try call(name, arguments, at: offset)
    case .construct(let type, let arguments): return try construct(type, arguments, at: offset)
    case .member(let base, let name): return try member(try value(base), name, at: offset)
    case .index(let base, let index): return try element(try value(base), try value(index), at: offset)
    case .length(let base):
      let base = try value(base)
      switch base.type {
      case .array(_, let count), .vector(_, let count):
        return node(.literal(.int(Int32(count))), .int, offset)
      default: throw error("'\(base.type)' has no length", at: offset)
      }
    case .prefix(let prefix, let operand): return try unary(prefix, try value(operand), at: offset)
    case .step(let operand, let by, let postfix):
      let operand = try value(operand)
      let destination = try lvalue(operand, "change", at: offset)
      guard let scalar = operand.type.scalar, scalar != .bool else {
        throw error("'\(by > 0 ? "++" : "--")' needs numbers, not '\(operand.type)'", at: offset)
      }
      return node(.step(destination, by: by, postfix: postfix), operand.type, offset)
    case .infix: return try chain(syntax)
    case .select(let condition, let a, let b): return try select(condition, a, b, at: offset)
    case .assign(let infix, let target, let value): return try assign(infix, target, value, at: offset)
    case .sequence(let a, let b):
      let first = try expression(a)
      let second = try value(b)
      return node(.sequence(first, second), second.type, offset)
    }
  }

  /// Checks an expression, which must not be `void`.
  mutating func value(_ syntax: ExpressionSyntax) throws(Recovery) -> Expression {
    let value = try expression(syntax)
    guard value.type != .void else {
      throw error("this has no value: the function is 'void'", at: syntax.offset)
    }
    return value
  }

  /// Checks a left-associative chain of operators, and reports errors in every operand.
  private mutating func chain(_ syntax: ExpressionSyntax) throws(Recovery) -> Expression {
    var links: [(infix: InfixOperator, operand: ExpressionSyntax, offset: Int)] = []
    var first = syntax
    while case .infix(let infix, let a, let b) = first.kind {
      links.append((infix, b, first.offset))
      first = a
    }
    var left: Expression?
    do throws(Recovery) { left = try value(first) } catch {}
    for link in links.reversed() {
      do throws(Recovery) {
        let right = try value(link.operand)
        left = try left.map { (left) throws(Recovery) in
          try binary(link.infix, left, right, at: link.offset)
        }
      } catch {
        left = nil
      }
    }
    guard let left else { throw Recovery() }
    return left
  }

  /// Checks both operands even after an error, so that each error is reported.
  private mutating func both(
    _ a: ExpressionSyntax, _ b: ExpressionSyntax
  ) throws(Recovery) -> (Expression, Expression) {
    let first: Expression
    do throws(Recovery) {
      first = try value(a)
    } catch {
      _ = try value(b)
      throw error
    }
    return (first, try value(b))
  }

  func node(_ kind: Expression.Kind, _ type: ShaderType, _ offset: Int) -> Expression {
    Expression(kind: kind, type: type, location: location(offset))
  }

  func node(_ kind: Expression.Kind, _ type: ShaderType, like other: Expression) -> Expression {
    Expression(kind: kind, type: type, location: other.location)
  }

  // MARK: Parts

  private func member(_ base: Expression, _ name: String, at offset: Int) throws(Recovery) -> Expression {
    switch base.type {
    case .structure(let structure):
      guard let index = structure.fields.firstIndex(where: { $0.name == name }) else {
        let hint = suggestion(for: name, among: structure.fields.map(\.name))
        throw error("'\(structure.name)' has no member '\(name)'\(hint)", at: offset)
      }
      return node(.field(base, index), structure.fields[index].type, offset)
    case .vector(let scalar, let count):
      let indices = try swizzle(name, count, of: base.type, at: offset)
      return swizzled(base, indices, scalar, offset)
    default: throw error("'\(base.type)' has no member '\(name)'", at: offset)
    }
  }

  /// Makes a swizzle; a swizzle of a swizzle is merged into one.
  private func swizzled(_ base: Expression, _ indices: [Int], _ scalar: Scalar, _ offset: Int) -> Expression {
    let type = ShaderType.components(scalar, indices.count)
    if case .swizzle(let inner, let outer) = base.kind {
      return node(.swizzle(inner, indices.map { outer[$0] }), type, offset)
    }
    return node(.swizzle(base, indices), type, offset)
  }

  private func swizzle(
    _ name: String, _ count: Int, of type: ShaderType, at offset: Int
  ) throws(Recovery) -> [Int] {
    let sets = ["xyzw", "rgba", "stpq"].map(Array.init)
    for set in sets {
      let indices = name.compactMap { set.firstIndex(of: $0) }
      guard indices.count == name.count else { continue }
      guard indices.count <= 4 else { throw error("a vector has 4 components at most", at: offset) }
      guard let highest = indices.max(), highest < count else {
        throw error("'\(type)' has no component '\(set[indices.max() ?? 0])'", at: offset)
      }
      return indices
    }
    let mixed = name.allSatisfy { letter in sets.contains { $0.contains(letter) } }
    throw error(
      mixed ? "'\(name)' mixes the letters of xyzw, rgba and stpq" : "'\(type)' has no member '\(name)'",
      at: offset)
  }

  private func element(_ base: Expression, _ index: Expression, at offset: Int) throws(Recovery) -> Expression
  {
    let (type, count): (ShaderType, Int)
    switch base.type {
    case .vector(let scalar, let length): (type, count) = (.scalar(scalar), length)
    case .matrix(let columns, let rows): (type, count) = (.vector(.float, rows), columns)
    case .array(let element, let length): (type, count) = (element, length)
    default: throw error("'\(base.type)' has no elements", at: offset)
    }
    guard index.type == .int || index.type == .uint else {
      throw error("an index must be an integer, not '\(index.type)'", at: offset)
    }
    if let constant = folder.integer(index) {
      guard (0..<count).contains(constant) else {
        throw error("the index \(constant) is outside of '\(base.type)': 0…\(count - 1)", at: offset)
      }
      if case .vector(let scalar, _) = base.type { return swizzled(base, [constant], scalar, offset) }
    }
    return node(.element(base, index), type, offset)
  }

  // MARK: LValues

  /// Returns the lvalue of an expression that is written to.
  func lvalue(_ expression: Expression, _ verb: String, at offset: Int) throws(Recovery) -> LValue {
    var path: [LValue.Step] = []
    var part = expression
    while true {
      switch part.kind {
      case .variable(let id):
        try checkWritable(variables[id], verb, at: offset)
        return LValue(
          variable: id, path: path.reversed(), type: expression.type, location: expression.location)
      case .swizzle(let base, let indices):
        guard Set(indices).count == indices.count else {
          throw error("cannot \(verb) a component twice", at: offset)
        }
        path.append(.swizzle(indices))
        part = base
      case .element(let base, let index):
        path.append(.element(index))
        part = base
      case .field(let base, let index):
        path.append(.field(index))
        part = base
      default: throw error("cannot \(verb) this: it is not a variable", at: offset)
      }
    }
  }

  private func checkWritable(_ variable: Variable, _ verb: String, at offset: Int) throws(Recovery) {
    guard variable.isConstant else { return }
    let what =
      switch variable.storage {
      case .input, .host(.fragCoord): "is an input"
      case .uniform, .host: "is set by the host"
      default: "is a constant"
      }
    throw error("cannot \(verb) '\(variable.name)': it \(what)", at: offset)
  }

  private mutating func assign(
    _ infix: InfixOperator?, _ target: ExpressionSyntax, _ value: ExpressionSyntax, at offset: Int
  ) throws(Recovery) -> Expression {
    let (target, value) = try both(target, value)
    let destination = try lvalue(target, "assign", at: offset)
    guard let infix else {
      return node(
        .assign(destination, try converted(value, to: destination.type, "assign", at: offset)),
        destination.type, offset)
    }
    let result = try binary(infix, target, value, at: offset)
    guard case .binary(let binary, let left, let right) = result.kind, result.type == destination.type,
      left.type == destination.type
    else {
      throw error(
        "'\(infix.rawValue)=' gives '\(result.type)', which '\(destination.type)' cannot hold", at: offset)
    }
    return node(.update(destination, binary, right), destination.type, offset)
  }

  private mutating func select(
    _ condition: ExpressionSyntax, _ a: ExpressionSyntax, _ b: ExpressionSyntax, at offset: Int
  ) throws(Recovery) -> Expression {
    let checked = try value(condition)
    guard checked.type == .bool else {
      throw error("the condition of '?' must be 'bool', not '\(checked.type)'", at: offset)
    }
    var (a, b) = try both(a, b)
    if a.type.conversions(to: b.type) != nil {
      a = try converted(a, to: b.type, "use")
    } else if b.type.conversions(to: a.type) != nil {
      b = try converted(b, to: a.type, "use")
    } else {
      throw error("the values of '?' are of different types: '\(a.type)' and '\(b.type)'", at: offset)
    }
    guard !a.type.holdsSampler else { throw error("'?' cannot choose '\(a.type)'", at: offset) }
    return node(.select(checked, a, b), a.type, offset)
  }
}
