import SegueLanes
import SeguePixels

extension Lowering {
  /// Components of a variable that an expression names: those of the first alternative whose mask is set.
  ///
  /// One without a mask stands for all else; more than one come from an index that is not constant.
  struct ResolvedPlace {
    struct Alternative {
      var mask: Value?
      var components: [Int]
    }

    let variable: Variable.ID
    var alternatives: [Alternative]
  }

  mutating func resolve(_ place: Place) throws(ShaderError) -> ResolvedPlace {
    var type = shader.variables[place.variable].type
    var alternatives = [ResolvedPlace.Alternative(mask: nil, components: Array(0..<type.componentCount))]
    for step in place.path {
      switch step {
      case .swizzle(let indices):
        for i in alternatives.indices {
          alternatives[i].components = indices.map { alternatives[i].components[$0] }
        }
        type = .components(type.scalar ?? .float, indices.count)
      case .field(let index):
        guard case .structure(let structure) = type else { continue }
        let start = structure.fields[..<index].reduce(0) { $0 + $1.type.componentCount }
        type = structure.fields[index].type
        let range = start..<start + type.componentCount
        for i in alternatives.indices {
          alternatives[i].components = Array(alternatives[i].components[range])
        }
      case .element(let expression):
        let (count, element) = elements(of: type)
        let size = element.componentCount
        let index = try evaluate(expression)[0]
        type = element
        func part(_ components: [Int], _ k: Int) -> [Int] { Array(components[k * size..<(k + 1) * size]) }
        if let known = graph.constant(index) {
          let k = max(0, min(count - 1, Int(Int32(bitPattern: known))))
          for i in alternatives.indices { alternatives[i].components = part(alternatives[i].components, k) }
        } else {
          alternatives = alternatives.flatMap { alternative in
            (0..<count).map { k in
              let here = graph.emit(.ieq, index, graph.int(Int32(k)))
              return .init(
                mask: alternative.mask.map { graph.emit(.and, $0, here) } ?? here,
                components: part(alternative.components, k))
            }
          }
        }
      }
    }
    return ResolvedPlace(variable: place.variable, alternatives: alternatives)
  }

  private func elements(of type: ShaderType) -> (count: Int, element: ShaderType) {
    switch type {
    case .vector(let scalar, let count): (count, .scalar(scalar))
    case .matrix(let side): (side, .vector(.float, side))
    case .array(let element, let count): (count, element)
    default: (1, type)
    }
  }

  mutating func read(_ place: ResolvedPlace) -> [Value] {
    let all = environment[place.variable]
    return choose(place.alternatives.map { ($0.mask, $0.components.map { all[$0] }) })
  }

  /// The values of the first alternative whose mask is set, else those of the last.
  private mutating func choose(_ alternatives: [(mask: Value?, values: [Value])]) -> [Value] {
    guard var chosen = alternatives.last?.values else { return [] }
    for alternative in alternatives.dropLast().reversed() {
      guard let mask = alternative.mask else { continue }
      chosen = zip(alternative.values, chosen).map { graph.emit(.select, mask, $0, $1) }
    }
    return chosen
  }

  mutating func write(_ values: [Value], to place: ResolvedPlace) {
    for alternative in place.alternatives {
      for (component, value) in zip(alternative.components, values) {
        let old = environment[place.variable][component]
        environment[place.variable][component] =
          alternative.mask.map { graph.emit(.select, $0, value, old) } ?? value
      }
    }
  }

  // MARK: Expressions

  /// The components of an expression's value.
  mutating func evaluate(_ expression: Expression) throws(ShaderError) -> [Value] {
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
        return Array(values[k * size..<(k + 1) * size])
      }
      return choose(
        (0..<count).map { k in
          (graph.emit(.ieq, position, graph.int(Int32(k))), Array(values[k * size..<(k + 1) * size]))
        })
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
      guard case .matrix(let side) = expression.type else { return [] }
      let value = try evaluate(inner)[0]
      let nothing = graph.float(0)
      return (0..<side * side).map { $0 / side == $0 % side ? value : nothing }
    case .resize(let inner):
      guard case .matrix(let side) = expression.type, case .matrix(let old) = inner.type else { return [] }
      let values = try evaluate(inner)
      return (0..<side * side).map { index in
        let (column, row) = (index / side, index % side)
        if column < old && row < old { return values[column * old + row] }
        return graph.float(column == row ? 1 : 0)
      }
    case .compose(let parts):
      var values: [Value] = []
      for part in parts { values += try evaluate(part) }
      return Array(values.prefix(expression.type.componentCount))
    case .array(let parts), .structure(let parts):
      var values: [Value] = []
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
    case .binary(let operation, let left, let right):
      let a = try evaluate(left)
      let b = try evaluate(right)
      return combine(operation, a, left.type, b, right.type)
    case .and(let left, let right):
      return try choose(if: try evaluate(left)[0]) { (self) throws(ShaderError) in
        try self.evaluate(right)
      } else: { (self) in
        [self.graph.bool(false)]
      }
    case .or(let left, let right):
      return try choose(if: try evaluate(left)[0]) { (self) in
        [self.graph.bool(true)]
      } else: { (self) throws(ShaderError) in
        try self.evaluate(right)
      }
    case .select(let condition, let first, let second):
      return try choose(if: try evaluate(condition)[0]) { (self) throws(ShaderError) in
        try self.evaluate(first)
      } else: { (self) throws(ShaderError) in
        try self.evaluate(second)
      }
    case .sequence(let first, let second):
      _ = try evaluate(first)
      return try evaluate(second)
    case .assign(let place, let value):
      let values = try evaluate(value)
      write(values, to: try resolve(place))
      return values
    case .update(let place, let operation, let value):
      let resolved = try resolve(place)
      let operand = try evaluate(value)
      let values = combine(operation, read(resolved), place.type, operand, value.type)
      write(values, to: resolved)
      return values
    case .step(let place, let amount, let isPostfix):
      let resolved = try resolve(place)
      let old = read(resolved)
      let isFloat = place.type.scalar == .float
      let step = isFloat ? graph.float(Float(amount)) : graph.int(Int32(amount))
      let new = old.map { graph.emit(isFloat ? .add : .iadd, $0, step) }
      write(new, to: resolved)
      return isPostfix ? old : new
    case .call(let function, let arguments):
      return try call(function, arguments, at: expression.location)
    case .builtin(let builtin, let arguments): return try call(builtin, arguments, expression)
    }
  }

  /// The value of one of two expressions, of which only the one is evaluated.
  private mutating func choose(
    if condition: Value, then: (inout Lowering) throws(ShaderError) -> [Value],
    else otherwise: (inout Lowering) throws(ShaderError) -> [Value]
  ) throws(ShaderError) -> [Value] {
    // A place of the environment carries the value out of the branch.
    let slot = environment.count
    environment.append([])
    defer { environment.removeLast() }
    try branch(condition) { (self) throws(ShaderError) in
      let value = try then(&self)
      self.environment[slot] = value
    } else: { (self) throws(ShaderError) in
      let value = try otherwise(&self)
      self.environment[slot] = value
    }
    return environment[slot]
  }

  private mutating func convert(_ value: Value, _ from: Scalar, _ to: Scalar) -> Value {
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

  private mutating func combine(
    _ operation: BinaryOperator, _ a: [Value], _ typeA: ShaderType, _ b: [Value], _ typeB: ShaderType
  ) -> [Value] {
    let scalar = typeA.scalar ?? .float
    func each(_ float: LaneOperation, _ int: LaneOperation, _ uint: LaneOperation) -> [Value] {
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

  /// Whether all components are equal, those of structures by their own types.
  private mutating func areEqual(_ a: [Value], _ b: [Value], _ type: ShaderType) -> Value {
    let scalars = type.componentScalars
    var all = graph.bool(true)
    for index in a.indices {
      all = graph.emit(.and, all, graph.emit(scalars[index] == .float ? .eq : .ieq, a[index], b[index]))
    }
    return all
  }

  private mutating func product(
    _ a: [Value], _ typeA: ShaderType, _ b: [Value], _ typeB: ShaderType
  ) -> [Value] {
    /// Σ a[i]·b[i], from the first.
    func sum(_ pairs: [(Value, Value)]) -> Value {
      var total = graph.emit(.mul, pairs[0].0, pairs[0].1)
      for pair in pairs.dropFirst() { total = graph.emit(.add, total, graph.emit(.mul, pair.0, pair.1)) }
      return total
    }
    switch (typeA, typeB) {
    case (.matrix(let side), .matrix):
      return (0..<side * side).map { index in
        let (column, row) = (index / side, index % side)
        return sum((0..<side).map { (a[$0 * side + row], b[column * side + $0]) })
      }
    case (.matrix(let side), _):
      return (0..<side).map { row in sum((0..<side).map { (a[$0 * side + row], b[$0]) }) }
    case (_, .matrix(let side)):
      // A dot product, which is summed from the last component.
      return (0..<side).map { column in sum((0..<side).reversed().map { (a[$0], b[column * side + $0]) }) }
    default: return a
    }
  }
}

extension ShaderType {
  /// The scalar of every component, counting into arrays and structures.
  var componentScalars: [Scalar] {
    switch self {
    case .void, .sampler2D: []
    case .scalar(let scalar): [scalar]
    case .vector(let scalar, let count): Array(repeating: scalar, count: count)
    case .matrix(let side): Array(repeating: .float, count: side * side)
    case .array(let element, let count): (0..<count).flatMap { _ in element.componentScalars }
    case .structure(let structure): structure.fields.flatMap { $0.type.componentScalars }
    }
  }
}
