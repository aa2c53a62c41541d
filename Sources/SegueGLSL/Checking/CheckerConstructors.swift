import SegueRendering

extension Checker {
  /// Checks a constructor call of a built-in type, such as `vec3(…)`, or of an array.
  mutating func construct(
    _ syntax: TypeSyntax, _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(Recovery) -> Expression {
    var values: [Expression] = []
    for argument in arguments {
      do throws(Recovery) { values.append(try value(argument)) } catch {}
    }
    guard values.count == arguments.count else { throw Recovery() }
    let type = try type(syntax, counts: [values.count] + (values.first?.type.arrayCounts ?? []))
    guard !values.isEmpty else { throw error("'\(type)' needs arguments", at: offset) }

    switch type {
    case .scalar(let scalar):
      guard values.count == 1 else {
        throw error("'\(type)' takes one argument, not \(values.count)", at: offset)
      }
      return cast(try first(of: values[0], for: type, at: offset), to: scalar)
    case .vector(let scalar, let count): return try vector(scalar, count, values, at: offset)
    case .matrix(let columns, let rows): return try matrix(columns, rows, values, at: offset)
    case .array(let element, let count):
      guard values.count == count else {
        throw error("'\(type)' takes \(counted(count, "element")), not \(values.count)", at: offset)
      }
      var elements: [Expression] = []
      for value in values { elements.append(try converted(value, to: element, "make '\(type)'")) }
      return node(.array(elements), type, offset)
    case .structure(let structure): return try construct(structure, values, at: offset)
    case .void, .sampler: throw error("'\(type)' cannot be made", at: offset)
    }
  }

  func construct(
    _ structure: Structure, _ values: [Expression], at offset: Int
  ) throws(Recovery) -> Expression {
    guard values.count == structure.fields.count else {
      throw error(
        "'\(structure.name)' takes its \(counted(structure.fields.count, "member")), not \(counted(values.count, "value"))",
        at: offset)
    }
    var members: [Expression] = []
    for (value, field) in zip(values, structure.fields) {
      members.append(try converted(value, to: field.type, "make the member '\(field.name)'"))
    }
    return node(.structure(members), .structure(structure), offset)
  }

  /// Returns the first component of a scalar, vector or matrix.
  private func first(of value: Expression, for type: ShaderType, at offset: Int) throws(Recovery)
    -> Expression
  {
    switch value.type {
    case .scalar: return value
    case .vector(let scalar, _): return node(.swizzle(value, [0]), .scalar(scalar), like: value)
    case .matrix(_, let rows):
      let zero = node(.literal(.int(0)), .int, like: value)
      let column = node(.element(value, zero), .vector(.float, rows), like: value)
      return node(.swizzle(column, [0]), .float, like: value)
    default: throw error("'\(type)' cannot be made of '\(value.type)'", at: offset)
    }
  }

  private func vector(
    _ scalar: Scalar, _ count: Int, _ values: [Expression], at offset: Int
  ) throws(Recovery) -> Expression {
    let type = ShaderType.vector(scalar, count)
    if values.count == 1, case .scalar = values[0].type { return shaped(values[0], as: type) }
    let parts = try parts(of: type, scalar, count, values, mayCutLast: true, at: offset)
    if parts.count == 1, parts[0].type == type { return parts[0] }
    return node(.compose(parts), type, offset)
  }

  private func matrix(
    _ columns: Int, _ rows: Int, _ values: [Expression], at offset: Int
  ) throws(Recovery) -> Expression {
    let type = ShaderType.matrix(columns: columns, rows: rows)
    if values.count == 1 {
      switch values[0].type {
      case .scalar: return node(.diagonal(cast(values[0], to: .float)), type, offset)
      case type: return values[0]
      case .matrix: return node(.resize(values[0]), type, offset)
      default: break
      }
    }
    let parts = try parts(of: type, .float, columns * rows, values, mayCutLast: false, at: offset)
    return node(.compose(parts), type, offset)
  }

  /// Returns the converted arguments, which together must have `count` components; with `mayCutLast`, the
  /// last argument may have more components, which are dropped.
  private func parts(
    of type: ShaderType, _ scalar: Scalar, _ count: Int, _ values: [Expression], mayCutLast: Bool,
    at offset: Int
  ) throws(Recovery) -> [Expression] {
    var parts: [Expression] = []
    var total = 0
    for value in values {
      guard value.type.isRow || (value.type.isMatrix && scalar == .float) else {
        throw error("'\(type)' cannot be made of '\(value.type)'", at: offset)
      }
      let size = value.type.componentCount
      let left = count - total
      guard left > 0, size <= left || (mayCutLast && value.type.isRow) else {
        throw error("'\(type)' takes \(count) components, these are more", at: offset)
      }
      var part = value.type.isRow ? cast(value, to: scalar) : value
      if size > left {
        part = node(.swizzle(part, Array(0..<left)), .components(scalar, left), like: part)
      }
      parts.append(part)
      total += min(size, left)
    }
    guard total == count else {
      throw error("'\(type)' takes \(count) components, these are \(total)", at: offset)
    }
    return parts
  }
}
