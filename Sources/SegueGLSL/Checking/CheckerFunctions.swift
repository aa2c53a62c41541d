extension Checker {
  mutating func function(_ syntax: FunctionSyntax) {
    let id: Function.ID
    do throws(Recovery) {
      id = try signature(syntax)
    } catch {
      invalidFunctions.insert(syntax.name)
      return
    }
    guard let body = syntax.body else { return }
    guard functions[id].definition == nil else {
      let line = line(functions[id].offset, from: syntax.offset)
      sink.error(
        "the function '\(syntax.name)' with these parameters is already there in \(line)",
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
    if definition.result != .void, !definition.body.contains(where: \.endsFunction), !sink.hasErrors {
      sink.warning("the function '\(syntax.name)' can end without 'return'", at: syntax.offset)
    }
    functions[id].definition = definition
  }

  /// Returns the ID of the function that a declaration declares; adds the function unless a function of this
  /// name and these parameter types is already declared.
  private mutating func signature(_ syntax: FunctionSyntax) throws(Recovery) -> Function.ID {
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
        let line = line(other.offset, from: syntax.offset)
        throw error("the function '\(syntax.name)' is declared otherwise in \(line)", at: syntax.offset)
      }
      return id
    }
    guard functions.count < Checker.declarationLimit else {
      sink.stop("a shader has \(Checker.declarationLimit) functions at most", at: syntax.offset)
      throw Recovery()
    }
    if let other = scopes[1][syntax.name], let place = other.offset {
      let line = line(place, from: syntax.offset)
      throw error("'\(syntax.name)' is already declared in \(line)", at: syntax.offset)
    }
    let id = functions.count
    functions.append(
      Signature(id: id, name: syntax.name, result: result, parameters: parameters, offset: syntax.offset))
    functionsByName[syntax.name, default: []].append(id)
    return id
  }

  /// Reports each recursive function at the call that closes the cycle.
  func rejectRecursion() {
    var isFinished = Array(repeating: false, count: functions.count)
    var path: [Function.ID] = []
    func visit(_ id: Function.ID) {
      path.append(id)
      for (callee, offset) in calls[id] ?? [] where !isFinished[callee] {
        if let start = path.firstIndex(of: callee) {
          let circle = (path[start...] + [callee]).map { "'\(functions[$0].name)'" }.joined(separator: " → ")
          sink.error("a function cannot call itself: \(circle)", at: offset)
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

extension Statement {
  /// Whether control never reaches the end of this statement; assumed to be true of loops and `switch`.
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
