import SegueGLSL

/// A value of the shading language.
enum Value: Equatable {
  /// A scalar, vector, or matrix by columns.
  case components([Literal])
  /// The elements of an array or the members of a structure.
  case parts([Value])
  /// A uniform that is a picture.
  case texture(Variable.ID)
}

/// A picture that can be sampled at any position.
struct ReferenceTexture {
  var width = 1
  var height = 1
  var sample: (_ u: Double, _ v: Double) -> [Double]
}

/// Interprets the typed tree for one pixel in double precision, one scalar after another.
///
/// This is the plainest implementation of the language, with which tests compare the faster ones. Integers
/// wrap at 32 bits. Where the language leaves the result open, an index out of range is clamped; an integer
/// divided by zero is 0; a float converted to an integer saturates, and NaN becomes 0.
struct ReferenceEvaluator {
  enum Failure: Error, Equatable {
    /// More steps than `stepLimit`.
    case endless
    /// A tree that the checker never produces; not expected.
    case malformed(String)
  }

  /// The effect of a statement on control flow.
  enum Flow {
    case next
    case leave
    case again
    case `return`(Value?)
    case discard
  }

  let shader: CheckedShader
  var progress = 0.0
  var ratio = 1.0
  var resolution: [Double] = [1, 1]
  var fragCoord = [0.5, 0.5, 0.5, 1]
  var from: (_ u: Double, _ v: Double) -> [Double] = { _, _ in [0, 0, 0, 0] }
  var to: (_ u: Double, _ v: Double) -> [Double] = { _, _ in [0, 0, 0, 0] }
  /// Components by the name of the parameter; absent parameters have their defaults.
  var uniforms: [String: [Literal]] = [:]
  /// A fragment shader's inputs by name.
  var inputs: [String: [Double]] = [:]
  /// Pictures by the name of the parameter.
  var textures: [String: ReferenceTexture] = [:]
  /// Limit of statements and turns of loops.
  var stepLimit = 1_000_000

  private var values: [Value]
  private var steps = 0

  init(_ shader: CheckedShader) {
    self.shader = shader
    values = shader.variables.map { Value.zero($0.type) }
  }

  /// The color of a transition at a position.
  mutating func color(u: Double, v: Double) throws -> [Double] {
    try reset()
    return try numbers(try run(shader.entryPoint, [.value(.components([.float(u), .float(v)]))]))
  }

  /// The color that a fragment shader outputs; transparent black if it discards.
  mutating func color() throws -> [Double] {
    try reset()
    guard let output = shader.output else { throw Failure.malformed("no output") }
    if try run(shader.entryPoint, []) == nil, discarded { return [0, 0, 0, 0] }
    return try numbers(values[output])
  }

  private var discarded = false

  /// Sets all variables to their values before the entry function.
  private mutating func reset() throws {
    (steps, discarded) = (0, false)
    let parameters = Dictionary(uniqueKeysWithValues: shader.parameters.map { ($0.variable, $0) })
    for variable in shader.variables {
      switch variable.storage {
      case .host(.progress): values[variable.id] = .float(progress)
      case .host(.ratio): values[variable.id] = .float(ratio)
      case .host(.resolution): values[variable.id] = .floats(resolution)
      case .host(.fragCoord): values[variable.id] = .floats(fragCoord)
      case .host: values[variable.id] = .zero(variable.type)
      case .input: values[variable.id] = inputs[variable.name].map(Value.floats) ?? .zero(variable.type)
      case .uniform where variable.type.isSampler: values[variable.id] = .texture(variable.id)
      case .uniform:
        let components = uniforms[variable.name] ?? parameters[variable.id]?.defaultValue ?? []
        values[variable.id] = .shaped(components, as: variable.type)
      case .local, .parameter, .global, .output: values[variable.id] = .zero(variable.type)
      }
    }
    for global in shader.globals {
      if let initial = global.initial { values[global.variable] = try evaluate(initial) }
    }
  }

  // MARK: Functions

  /// An evaluated argument: a value, or an lvalue with its indices.
  private enum Passed {
    case value(Value)
    case lvalue(FoundLValue)
  }

  /// Runs a function; returns nil without a result.
  private mutating func run(_ id: Function.ID, _ arguments: [Passed]) throws -> Value? {
    let function = shader.functions[id]
    for (parameter, argument) in zip(function.parameters, arguments) {
      switch (argument, parameter.direction) {
      case (.value(let value), _): values[parameter.variable] = value
      case (.lvalue(let target), .inout): values[parameter.variable] = try read(target)
      case (.lvalue, _): values[parameter.variable] = .zero(shader.variables[parameter.variable].type)
      }
    }
    var result: Value?
    switch try run(function.body) {
    case .return(let value): result = value
    case .discard: discarded = true
    case .next: result = function.result == .void ? nil : .zero(function.result)
    case .leave, .again: throw Failure.malformed("a jump out of a function")
    }
    for (parameter, argument) in zip(function.parameters, arguments) {
      if case .lvalue(let target) = argument { try write(values[parameter.variable], target) }
    }
    return result
  }

  private mutating func step() throws {
    steps += 1
    if steps > stepLimit { throw Failure.endless }
  }

  // MARK: Statements

  private mutating func run(_ statements: [Statement]) throws -> Flow {
    for statement in statements {
      let flow = try run(statement)
      if discarded { return .discard }
      guard case .next = flow else { return flow }
    }
    return .next
  }

  private mutating func run(_ statement: Statement) throws -> Flow {
    try step()
    switch statement.kind {
    case .declare(let id, let initial):
      values[id] = try initial.map { try evaluate($0) } ?? .zero(shader.variables[id].type)
      return .next
    case .expression(let expression):
      _ = try evaluateAny(expression)
      return .next
    case .block(let inner): return try run(inner)
    case .if(let condition, let then, let other): return try run(try isTrue(condition) ? then : other)
    case .loop(let loop): return try run(loop)
    case .switch(let value, let sections): return try run(try scalar(value), sections)
    case .break: return .leave
    case .continue: return .again
    case .return(let value): return .return(try value.map { try evaluate($0) })
    case .discard: return .discard
    }
  }

  private mutating func run(_ loop: Loop) throws -> Flow {
    let start = try run(loop.initial)
    guard case .next = start else { return start }
    var isFirst = true
    while true {
      if loop.testsFirst || !isFirst {
        if let condition = loop.condition, !(try isTrue(condition)) { return .next }
      }
      isFirst = false
      try step()
      let flow = try run(loop.body)
      switch flow {
      case .leave: return .next
      case .return, .discard: return flow
      case .next, .again: break
      }
      if let step = loop.step { _ = try evaluateAny(step) }
      if discarded { return .discard }
    }
  }

  private mutating func run(_ value: Literal, _ sections: [SwitchCase]) throws -> Flow {
    let start =
      sections.firstIndex { $0.labels.contains(value) } ?? sections.firstIndex { $0.labels.contains(nil) }
    guard let start else { return .next }
    for section in sections[start...] {
      let flow = try run(section.body)
      switch flow {
      case .next: continue
      case .leave: return .next
      case .again, .return, .discard: return flow
      }
    }
    return .next
  }

  // MARK: Expressions

  private mutating func isTrue(_ expression: Expression) throws -> Bool {
    guard case .bool(let value) = try scalar(expression) else { throw Failure.malformed("not a bool") }
    return value
  }

  private mutating func scalar(_ expression: Expression) throws -> Literal {
    let components = try components(expression)
    guard components.count == 1 else { throw Failure.malformed("not a scalar") }
    return components[0]
  }

  private mutating func components(_ expression: Expression) throws -> [Literal] {
    guard case .components(let components) = try evaluate(expression) else {
      throw Failure.malformed("not a scalar, vector or matrix")
    }
    guard components.count == expression.type.componentCount,
      components.allSatisfy({ $0.kind == expression.type.scalar })
    else { throw Failure.malformed("\(components) is no \(expression.type)") }
    return components
  }

  private func numbers(_ value: Value?) throws -> [Double] {
    guard case .components(let components)? = value else { throw Failure.malformed("no color") }
    return components.map(\.double)
  }

  /// Evaluates an expression; a call of a `void` function is an error.
  private mutating func evaluate(_ expression: Expression) throws -> Value {
    guard let value = try evaluateAny(expression) else {
      // After `discard`, the value does not matter.
      if discarded { return .zero(expression.type) }
      throw Failure.malformed("no value")
    }
    return value
  }

  private mutating func evaluateAny(_ expression: Expression) throws -> Value? {
    let type = expression.type
    switch expression.kind {
    case .literal(let literal): return .components([literal])
    case .variable(let id): return values[id]
    case .swizzle(let base, let indices):
      let all = try components(base)
      return .components(indices.map { all[$0] })
    case .element(let base, let index):
      let value = try evaluate(base)
      return try value.element(try scalar(index), of: base.type)
    case .field(let base, let index):
      guard case .parts(let members) = try evaluate(base) else { throw Failure.malformed("no structure") }
      return members[index]

    case .convert(let operand):
      return .components(try components(operand).map { $0.converted(type.scalar ?? .float) })
    case .splat(let operand):
      return .components(Array(repeating: try scalar(operand), count: type.componentCount))
    case .diagonal(let operand):
      let value = try scalar(operand)
      guard case .matrix(let columns, let rows) = type else { throw Failure.malformed("no matrix") }
      return .components((0..<columns * rows).map { $0 / rows == $0 % rows ? value : .float(0) })
    case .resize(let operand):
      guard case .matrix(let columns, let rows) = type,
        case .matrix(let oldColumns, let oldRows) = operand.type
      else { throw Failure.malformed("no matrix") }
      let all = try components(operand)
      return .components(
        (0..<columns * rows).map { place in
          let (column, row) = (place / rows, place % rows)
          if column < oldColumns, row < oldRows { return all[column * oldRows + row] }
          return .float(column == row ? 1 : 0)
        })
    case .compose(let parts):
      var all: [Literal] = []
      for part in parts { all += try components(part) }
      return .components(all)
    case .array(let parts), .structure(let parts):
      var all: [Value] = []
      for part in parts { all.append(try evaluate(part)) }
      return .parts(all)

    case .unary(let unary, let operand):
      return .components(try components(operand).map { try Reference.apply(unary, $0) })
    case .binary(let binary, let a, let b):
      let first = try evaluate(a)
      return try Reference.apply(binary, first, a.type, try evaluate(b), b.type)
    case .and(let a, let b): return .bool(try isTrue(a) ? try isTrue(b) : false)
    case .or(let a, let b): return .bool(try isTrue(a) ? true : try isTrue(b))
    case .select(let condition, let a, let b): return try evaluate(try isTrue(condition) ? a : b)
    case .sequence(let a, let b):
      _ = try evaluateAny(a)
      return try evaluateAny(b)

    case .assign(let target, let value):
      let found = try find(target)
      let value = try evaluate(value)
      try write(value, found)
      return value
    case .update(let target, let binary, let operand):
      let found = try find(target)
      let operandValue = try evaluate(operand)
      let value = try Reference.apply(binary, try read(found), target.type, operandValue, operand.type)
      try write(value, found)
      return value
    case .step(let target, let by, let postfix):
      let found = try find(target)
      let old = try read(found)
      guard case .components(let components) = old else { throw Failure.malformed("no number") }
      let new = Value.components(components.map { $0.stepped(by) })
      try write(new, found)
      return postfix ? old : new

    case .call(let id, let arguments):
      var passed: [Passed] = []
      for argument in arguments {
        switch argument {
        case .value(let value): passed.append(.value(try evaluate(value)))
        case .lvalue(let target): passed.append(.lvalue(try find(target)))
        }
      }
      return try run(id, passed)
    case .builtin(let builtin, let arguments):
      var given: [Value] = []
      for argument in arguments { given.append(try evaluate(argument)) }
      return try self.builtin(builtin, given, type)
    }
  }

  private func builtin(_ builtin: Builtin, _ given: [Value], _ type: ShaderType) throws -> Value {
    if case .texture(let id) = given[0] {
      guard let texture = textures[shader.variables[id].name] else {
        throw Failure.malformed("no texture '\(shader.variables[id].name)'")
      }
      return try Reference.sample(builtin, texture, given.dropFirst().map { try $0.numbers })
    }
    switch builtin.name {
    case "getFromColor", "getToColor":
      let position = try given[0].numbers
      let read = builtin.name == "getFromColor" ? from : to
      return .floats(read(position[0], position[1]))
    default: return try Reference.apply(builtin, given, type)
    }
  }

  // MARK: LValues

  /// An lvalue with evaluated indices.
  private struct FoundLValue {
    enum Step {
      case swizzle([Int])
      case element(Literal)
      case field(Int)
    }

    let variable: Variable.ID
    let path: [Step]
  }

  private mutating func find(_ target: LValue) throws -> FoundLValue {
    var path: [FoundLValue.Step] = []
    for step in target.path {
      switch step {
      case .swizzle(let indices): path.append(.swizzle(indices))
      case .element(let index): path.append(.element(try scalar(index)))
      case .field(let index): path.append(.field(index))
      }
    }
    return FoundLValue(variable: target.variable, path: path)
  }

  private func read(_ target: FoundLValue) throws -> Value {
    var value = values[target.variable]
    var type = shader.variables[target.variable].type
    for step in target.path { (value, type) = try part(step, of: value, type) }
    return value
  }

  private mutating func write(_ value: Value, _ target: FoundLValue) throws {
    let type = shader.variables[target.variable].type
    values[target.variable] = try replaced(values[target.variable], type, target.path[...], by: value)
  }

  private func part(_ step: FoundLValue.Step, of value: Value, _ type: ShaderType) throws -> (
    Value, ShaderType
  ) {
    switch (step, value, type) {
    case (.swizzle(let indices), .components(let all), .vector(let scalar, _)):
      return (.components(indices.map { all[$0] }), .components(scalar, indices.count))
    case (.element(let index), _, _): return (try value.element(index, of: type), type.element)
    case (.field(let index), .parts(let members), .structure(let structure)):
      return (members[index], structure.fields[index].type)
    default: throw Failure.malformed("no such part")
    }
  }

  /// Returns the value with the part at the end of the path replaced.
  private func replaced(
    _ whole: Value, _ type: ShaderType, _ path: ArraySlice<FoundLValue.Step>, by value: Value
  ) throws -> Value {
    guard let step = path.first else { return value }
    let (inner, innerType) = try part(step, of: whole, type)
    let new = try replaced(inner, innerType, path.dropFirst(), by: value)
    switch (step, whole, new) {
    case (.swizzle(let indices), .components(var all), .components(let some)):
      for (index, component) in zip(indices, some) { all[index] = component }
      return .components(all)
    case (.element(let index), .components(var all), .components(let some)):
      let first = index.index(below: type.elementCount) * some.count
      all.replaceSubrange(first..<first + some.count, with: some)
      return .components(all)
    case (.element(let index), .parts(var all), _):
      all[index.index(below: all.count)] = new
      return .parts(all)
    case (.field(let index), .parts(var all), _):
      all[index] = new
      return .parts(all)
    default: throw Failure.malformed("no such part")
    }
  }
}
