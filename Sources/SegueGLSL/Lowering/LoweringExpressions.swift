import SegueGraph

extension Lowering {
  /// Returns the components of an expression's value.
  mutating func evaluate(_ expression: Expression) throws(ShaderError) -> [SSAValue] {
    depth += 1
    defer { depth -= 1 }
    switch expression.kind {
    case .literal(let literal): return [value(of: literal)]
    case .variable(let id): return environment[id]
    case .swizzle(let base, let indices):
      let values = try evaluate(base)
      return indices.map { values[$0] }
    case .element(let base, let index):
      let values = try evaluate(base)
      let (count, element) = elements(of: base.type)
      let size = element.componentCount
      let position = try evaluate(index)[0]
      if let known = graph.constant(position) {
        let k = max(0, min(count - 1, Int(Int32(bitPattern: known))))
        noteKnownIndex(of: count)
        return Array(values[k * size..<(k + 1) * size])
      }
      let parts = (0..<count).map { Array(values[$0 * size..<($0 + 1) * size]) }
      return lookUp(position, in: parts, of: element) ?? choose(position, of: parts)
    case .field(let base, let index):
      let values = try evaluate(base)
      guard case .structure(let structure) = base.type else { return values }
      let start = structure.fields[..<index].reduce(0) { $0 + $1.type.componentCount }
      return Array(values[start..<start + structure.fields[index].type.componentCount])
    case .convert(let inner):
      let from = inner.type.scalar ?? .float
      let to = expression.type.scalar ?? .float
      return try evaluate(inner).map { convert($0, from, to) }
    case .splat(let inner):
      return Array(repeating: try evaluate(inner)[0], count: expression.type.componentCount)
    case .diagonal(let inner):
      guard case .matrix(let columns, let rows) = expression.type else { return [] }
      let value = try evaluate(inner)[0]
      let nothing = graph.float(0)
      return (0..<columns * rows).map { $0 / rows == $0 % rows ? value : nothing }
    case .resize(let inner):
      guard case .matrix(let columns, let rows) = expression.type,
        case .matrix(let oldColumns, let oldRows) = inner.type
      else { return [] }
      let values = try evaluate(inner)
      return (0..<columns * rows).map { index in
        let (column, row) = (index / rows, index % rows)
        if column < oldColumns && row < oldRows { return values[column * oldRows + row] }
        return graph.float(column == row ? 1 : 0)
      }
    case .compose(let parts):
      var values: [SSAValue] = []
      for part in parts { values += try evaluate(part) }
      return Array(values.prefix(expression.type.componentCount))
    case .array(let parts), .structure(let parts):
      var values: [SSAValue] = []
      for part in parts { values += try evaluate(part) }
      return values
    case .unary(let operation, let inner):
      let isFloat = inner.type.scalar == .float
      return try evaluate(inner).map { value in
        switch operation {
        case .negate: graph.emit(isFloat ? .neg : .ineg, value)
        case .not, .complement: graph.emit(.not, value)
        }
      }
    case .binary, .and, .or: return try chain(expression)
    case .select(let condition, let first, let second):
      return try choose(if: try evaluate(condition)[0]) { (self) throws(ShaderError) in
        try self.evaluate(first)
      } else: { (self) throws(ShaderError) in
        try self.evaluate(second)
      }
    case .sequence(let first, let second):
      _ = try evaluate(first)
      return try evaluate(second)
    case .assign(let target, let value):
      // Evaluates the index first (GLSL ES 1.00, section 5.8) if the index or the value contains an
      // assignment, which makes the order observable. Otherwise evaluates the value first, so that the masks
      // of the index do not occupy registers while the value is evaluated.
      let indices = target.indices
      guard !indices.isEmpty, value.mayAssign || indices.contains(where: \.mayAssign) else {
        let values = try evaluate(value)
        write(values, to: try resolve(target))
        return values
      }
      let resolved = try resolve(target)
      let values = try evaluate(value)
      write(values, to: resolved)
      return values
    case .update(let target, let operation, let value):
      let resolved = try resolve(target)
      let operand = try evaluate(value)
      let values = combine(operation, read(resolved), target.type, operand, value.type)
      write(values, to: resolved)
      return values
    case .step(let target, let amount, let isPostfix):
      let resolved = try resolve(target)
      let old = read(resolved)
      let isFloat = target.type.scalar == .float
      let step = isFloat ? graph.float(Float(amount)) : graph.int(Int32(amount))
      let new = old.map { graph.emit(isFloat ? .add : .iadd, $0, step) }
      write(new, to: resolved)
      return isPostfix ? old : new
    case .call(let function, let arguments):
      return try call(function, arguments, at: expression.location)
    case .builtin(let builtin, let arguments): return try call(builtin, arguments)
    }
  }

  /// Evaluates a left-associative chain of operators in a loop rather than by recursion.
  private mutating func chain(_ expression: Expression) throws(ShaderError) -> [SSAValue] {
    var links: [Expression] = []
    var first = expression
    while let left = first.leftOperand {
      links.append(first)
      first = left
    }
    var value = try evaluate(first)
    for link in links.reversed() {
      switch link.kind {
      case .binary(let operation, let left, let right):
        let operand = try evaluate(right)
        value = combine(operation, value, left.type, operand, right.type)
      case .and(_, let right):
        value = try choose(if: value[0]) { (self) throws(ShaderError) in
          try self.evaluate(right)
        } else: { (self) in
          [self.graph.bool(false)]
        }
      case .or(_, let right):
        value = try choose(if: value[0]) { (self) in
          [self.graph.bool(true)]
        } else: { (self) throws(ShaderError) in
          try self.evaluate(right)
        }
      default: break
      }
    }
    return value
  }

  /// Returns the element at a dynamic index, clamped to the last.
  ///
  /// With more than 8 elements, the bits of the index select the element, which takes half as many operations
  /// as comparisons and has a shorter dependency chain. (With comparisons, a shader with a table of 348
  /// numbers took 4.4 times as long on a Zen 5.) Smaller arrays use comparisons, since interval analysis can
  /// decide comparisons.
  private mutating func choose(_ position: SSAValue, of parts: [[SSAValue]]) -> [SSAValue] {
    if parts.count <= 8 {
      return choose(parts.indices.map { (graph.emit(.ieq, position, graph.int(Int32($0))), parts[$0]) })
    }
    let place = graph.emit(.umin, position, graph.int(Int32(parts.count - 1)))
    var parts = parts
    var bit: Int32 = 1
    while parts.count > 1 {
      let isSet = graph.emit(.ine, graph.emit(.and, place, graph.int(bit)), graph.int(0))
      parts = stride(from: 0, to: parts.count, by: 2).map { index in
        if index + 1 == parts.count { return parts[index] }
        return zip(parts[index + 1], parts[index]).map { graph.emit(.select, isSet, $0, $1) }
      }
      bit <<= 1
    }
    return parts[0]
  }

  /// Returns the value of one of two expressions; assignments in the other expression have no effect.
  private mutating func choose(
    if condition: SSAValue, then: (inout Lowering) throws(ShaderError) -> [SSAValue],
    else otherwise: (inout Lowering) throws(ShaderError) -> [SSAValue]
  ) throws(ShaderError) -> [SSAValue] {
    // A temporary entry of the environment carries the value out of the branch.
    let slot = environment.count
    environment.append([])
    defer { environment.removeLast() }
    try branch(condition, isLink: true) { (self) throws(ShaderError) in
      let value = try then(&self)
      self.environment[slot] = value
    } else: { (self) throws(ShaderError) in
      let value = try otherwise(&self)
      self.environment[slot] = value
    }
    return environment[slot]
  }

  mutating func value(of literal: Literal) -> SSAValue {
    switch literal {
    case .float(let value): graph.float(Float(value))
    case .int(let value): graph.int(value)
    case .uint(let value): graph.constant(bits: value)
    case .bool(let value): graph.bool(value)
    }
  }
}

extension Expression {
  /// The left operand of a binary operator.
  fileprivate var leftOperand: Expression? {
    switch kind {
    case .binary(_, let left, _), .and(let left, _), .or(let left, _): left
    default: nil
    }
  }
}
