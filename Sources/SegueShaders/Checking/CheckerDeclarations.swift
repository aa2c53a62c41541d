extension Checker {
  /// Checks all declarations; errors are in `reports`.
  mutating func check(_ declarations: [DeclarationSyntax]) {
    if kind == .fragment, !declarations.contains(where: { $0.declaresOutput }) {
      let id = addVariable("gl_FragColor", .vector(.float, 4), .output, isConstant: false, at: 0)
      scopes[0]["gl_FragColor"] = (.variable(id), nil)
      output = id
    }
    for declaration in declarations where !reports.isFull {
      switch declaration {
      case .structure(let syntax): structure(syntax)
      case .function(let syntax): function(syntax)
      case .variables(let syntax):
        for index in syntax.declarators.indices { globalVariable(syntax, index) }
      }
    }
    for signature in functions where signature.definition == nil && !brokenFunctions.contains(signature.name)
    {
      reports.error("the function '\(signature.name)' has no body", at: signature.offset)
    }
    rejectRecursion()
  }

  // MARK: Structures

  mutating func structure(_ syntax: StructureSyntax) {
    var fields: [Structure.Field] = []
    var isBroken = false
    for line in syntax.fields {
      for declarator in line.declarators {
        do throws(Reported) {
          fields.append(try field(line, declarator, after: fields))
        } catch {
          isBroken = true
        }
      }
    }
    if fields.isEmpty, !isBroken {
      reports.error("the structure '\(syntax.name)' has no members", at: syntax.offset)
      isBroken = true
    }
    structureCount += 1
    if structureCount > Checker.declarationLimit {
      reports.stop("a shader has \(Checker.declarationLimit) structures at most", at: syntax.offset)
      isBroken = true
    }
    let structure = Structure(id: structureCount - 1, name: syntax.name, fields: fields)
    if !isBroken {
      do throws(Reported) { try checkSize(.structure(structure), at: syntax.offset) } catch {
        isBroken = true
      }
    }
    declare(syntax.name, isBroken ? .broken : .structure(structure), at: syntax.offset)
  }

  private mutating func field(
    _ line: VariablesSyntax, _ declarator: Declarator, after fields: [Structure.Field]
  ) throws(Reported) -> Structure.Field {
    let type = try type(line.type, declarator.sizes)
    let name = declarator.name
    if line.qualifiers.storage != nil || line.qualifiers.isConstant || declarator.initial != nil {
      throw error("a structure's member is only a type and a name", at: declarator.offset)
    }
    if type == .void || type.holdsSampler {
      throw error("a structure's member cannot be '\(type)'", at: declarator.offset)
    }
    if fields.contains(where: { $0.name == name }) {
      throw error("two members of the structure are named '\(name)'", at: declarator.offset)
    }
    return Structure.Field(name: name, type: type)
  }

  // MARK: Global variables

  private mutating func globalVariable(_ syntax: VariablesSyntax, _ index: Int) {
    let declarator = syntax.declarators[index]
    do throws(Reported) {
      switch syntax.qualifiers.storage {
      case nil:
        let (id, initial) = try variable(syntax, declarator, .global)
        globals.append(Global(variable: id, initial: initial))
      case .uniform: try uniform(syntax, index)
      case .varying, .in: try input(syntax, declarator)
      case .out: try output(syntax, declarator)
      case .inout: throw error("'inout' is for parameters of functions", at: declarator.offset)
      }
    } catch {
      if case nil = scopes[scopes.count - 1][declarator.name] {
        declare(declarator.name, .broken, at: declarator.offset)
      }
    }
  }

  private mutating func uniform(_ syntax: VariablesSyntax, _ index: Int) throws(Reported) {
    let declarator = syntax.declarators[index]
    let type = try type(syntax.type, declarator.sizes)
    if declarator.initial != nil {
      throw error(
        "a uniform cannot be initialized here; write its default as a comment: \(declarator.name); // = …",
        at: declarator.offset)
    }
    if kind == .transition, declarator.name == "progress" || declarator.name == "ratio" {
      guard type == .float else {
        throw error("'\(declarator.name)' of a transition is a float", at: declarator.offset)
      }
      return
    }
    switch type {
    case .scalar, .vector, .matrix, .sampler2D: break
    case .array(let element, _) where element.scalar != nil: break
    case .array, .structure, .void:
      throw error("a uniform of type '\(type)' is not supported", at: declarator.offset)
    }
    let id = addVariable(declarator.name, type, .uniform, isConstant: true, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    let comment = try parameterComment(syntax, index, type)
    parameters.append(
      ShaderParameter(
        variable: id, name: declarator.name, type: type, defaultValue: comment.defaultValue,
        range: comment.range,
        unit: comment.unit, summary: comment.summary, location: location(declarator.offset)))
  }

  private mutating func input(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Reported) {
    let type = try type(syntax.type, declarator.sizes)
    if kind == .transition {
      throw error(
        "a transition has no inputs: its position is the parameter of 'transition'", at: declarator.offset)
    }
    switch type {
    case .scalar(.float), .vector(.float, _): break
    default:
      throw error("an input of type '\(type)' is not supported: use a float or vec", at: declarator.offset)
    }
    if declarator.initial != nil { throw error("an input cannot be initialized", at: declarator.offset) }
    let id = addVariable(declarator.name, type, .input, isConstant: true, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    inputs.append(id)
  }

  private mutating func output(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Reported) {
    let type = try type(syntax.type, declarator.sizes)
    if kind == .transition {
      throw error("a transition has no outputs: it returns its color", at: declarator.offset)
    }
    guard type == .vector(.float, 4) else {
      throw error("the output must be a vec4, not '\(type)'", at: declarator.offset)
    }
    if output != nil { throw error("a shader has one output only", at: declarator.offset) }
    if declarator.initial != nil {
      throw error("an output cannot be initialized here", at: declarator.offset)
    }
    let id = addVariable(declarator.name, type, .output, isConstant: false, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    output = id
  }

  /// Declares a variable that the shader sets itself, even if its initial value is wrong.
  mutating func variable(
    _ syntax: VariablesSyntax, _ declarator: Declarator, _ storage: Variable.Storage
  ) throws(Reported) -> (Variable.ID, Expression?) {
    var initial: Expression?
    var failed = false
    if let value = declarator.initial {
      do throws(Reported) { initial = try expression(value) } catch { failed = true }
    }
    var count: Int?
    if case .array(_, let length)? = initial?.type { count = length }
    if failed, (syntax.type.sizes + declarator.sizes).contains(where: { $0 == nil }) { throw Reported() }
    let type = try type(syntax.type, declarator.sizes, count: count)
    if type == .void || type.holdsSampler {
      throw error("a variable cannot be '\(type)'", at: declarator.offset)
    }
    let isConstant = syntax.qualifiers.isConstant
    let id = addVariable(declarator.name, type, storage, isConstant: isConstant, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    if failed { return (id, nil) }
    if let value = initial {
      initial = try converted(value, to: type, "initialize '\(declarator.name)'")
    } else if isConstant {
      throw error("the constant '\(declarator.name)' needs a value", at: declarator.offset)
    }
    if isConstant, let initial { folder.values[id] = folder.components(of: initial) }
    return (id, initial)
  }

  // MARK: Functions

  private mutating func function(_ syntax: FunctionSyntax) {
    let id: Function.ID
    do throws(Reported) {
      id = try signature(syntax)
    } catch {
      brokenFunctions.insert(syntax.name)
      return
    }
    guard let body = syntax.body else { return }
    guard functions[id].definition == nil else {
      let line = location(functions[id].offset).line
      reports.error(
        "the function '\(syntax.name)' with these parameters is already there in line \(line)",
        at: syntax.offset)
      return
    }
    current = functions[id]
    defer { current = nil }
    let definition = scoped { checker in
      let parameters = zip(syntax.parameters, checker.functions[id].parameters).map { parameter, typed in
        let variable = checker.addVariable(
          parameter.name, typed.type, .parameter, isConstant: parameter.isConstant || typed.type.holdsSampler,
          at: parameter.offset)
        if !parameter.name.isEmpty {
          checker.declare(parameter.name, .variable(variable), at: parameter.offset)
        }
        return Function.Parameter(variable: variable, direction: typed.direction)
      }
      let body = checker.scoped { $0.statements(body) }
      return Function(
        id: id, name: syntax.name, result: checker.functions[id].result, parameters: parameters, body: body,
        location: checker.location(syntax.offset))
    }
    if definition.result != .void, !definition.body.contains(where: \.endsFunction), !reports.hasErrors {
      reports.warning("the function '\(syntax.name)' can end without 'return'", at: syntax.offset)
    }
    functions[id].definition = definition
  }

  /// Finds the function of these parameters or adds it.
  private mutating func signature(_ syntax: FunctionSyntax) throws(Reported) -> Function.ID {
    let result = try type(syntax.result)
    if result.holdsSampler { throw error("a function cannot return '\(result)'", at: syntax.result.offset) }
    var parameters: [(type: ShaderType, direction: Function.Direction)] = []
    for parameter in syntax.parameters {
      let type = try type(parameter.type, parameter.sizes)
      if type == .void { throw error("a parameter cannot be 'void'", at: parameter.offset) }
      if type.holdsSampler, parameter.direction != .in {
        throw error("a parameter of type '\(type)' can only be 'in'", at: parameter.offset)
      }
      parameters.append((type, parameter.direction))
    }
    for id in functionsByName[syntax.name] ?? [] {
      let other = functions[id]
      guard other.parameters.map(\.type) == parameters.map(\.type) else { continue }
      guard other.result == result, other.parameters.map(\.direction) == parameters.map(\.direction) else {
        let line = location(other.offset).line
        throw error("the function '\(syntax.name)' is declared otherwise in line \(line)", at: syntax.offset)
      }
      return id
    }
    guard functions.count < Checker.declarationLimit else {
      reports.stop("a shader has \(Checker.declarationLimit) functions at most", at: syntax.offset)
      throw Reported()
    }
    if let other = scopes[1][syntax.name], let place = other.offset {
      throw error("'\(syntax.name)' is already declared in line \(location(place).line)", at: syntax.offset)
    }
    let id = functions.count
    functions.append(
      Signature(id: id, name: syntax.name, result: result, parameters: parameters, offset: syntax.offset))
    functionsByName[syntax.name, default: []].append(id)
    return id
  }

  /// Reports each function that calls itself, at the call that closes the circle.
  private func rejectRecursion() {
    var isFinished = Array(repeating: false, count: functions.count)
    var path: [Function.ID] = []
    func visit(_ id: Function.ID) {
      path.append(id)
      for (callee, offset) in calls[id] ?? [] where !isFinished[callee] {
        if let start = path.firstIndex(of: callee) {
          let circle = (path[start...] + [callee]).map { "'\(functions[$0].name)'" }.joined(separator: " → ")
          reports.error("a function cannot call itself: \(circle)", at: offset)
        } else {
          visit(callee)
        }
      }
      path.removeLast()
      isFinished[id] = true
    }
    for id in functions.indices where !isFinished[id] { visit(id) }
  }
}

extension DeclarationSyntax {
  fileprivate var declaresOutput: Bool {
    if case .variables(let syntax) = self { syntax.qualifiers.storage == .out } else { false }
  }
}

extension Statement {
  /// Whether nothing after it is reached, or it is a loop or `switch`, of which that is not asked.
  fileprivate var endsFunction: Bool {
    switch kind {
    case .return, .discard, .loop, .switch: true
    case .block(let statements): statements.contains(where: \.endsFunction)
    case .if(_, let then, let other):
      then.contains(where: \.endsFunction) && other.contains(where: \.endsFunction)
    case .declare, .expression, .break, .continue: false
    }
  }
}
