extension Checker {
  /// A function to which a call may resolve.
  private enum Candidate {
    case own(Signature)
    case builtIn(Builtin.Overload)

    var types: [ShaderType] {
      switch self {
      case .own(let signature): signature.parameters.map(\.type)
      case .builtIn(let overload): overload.parameters
      }
    }
  }

  mutating func call(
    _ name: String, _ syntax: [ExpressionSyntax], at offset: Int
  ) throws(Recovery) -> Expression {
    let arguments = try values(syntax)
    if case .structure(let structure)? = lookup(name) {
      return try construct(structure, arguments, at: offset)
    }
    if invalidFunctions.contains(name) { throw Recovery() }
    if name == "modf", functionsByName[name] == nil { return try modf(arguments, at: offset) }

    // The shader's functions come first, since they hide built-in functions with equal parameters.
    var candidates = (functionsByName[name] ?? []).map { Candidate.own(functions[$0]) }
    candidates += (Builtin.overloads[name] ?? []).filter { isThere($0.builtin) }.map(Candidate.builtIn)
    guard !candidates.isEmpty else { throw unknownFunction(name, at: offset) }

    let costs = candidates.map { cost($0, arguments.map(\.type)) }
    guard let least = costs.compactMap({ $0 }).min() else {
      throw mismatch(name, candidates, arguments.map(\.type), at: offset)
    }
    let best = costs.indices.filter { costs[$0] == least }
    switch candidates[best[0]] {
    case .own(let signature):
      // Rejects an ambiguous call: two functions of the shader need equally many implicit conversions.
      if least > 0, best.count > 1, case .own = candidates[best[1]] {
        throw error("this call of '\(name)' fits several of its forms; convert the arguments", at: offset)
      }
      return try call(signature, arguments, at: offset)
    case .builtIn(let overload):
      let shaped = zip(arguments, overload.shapes).map { self.shaped($0, as: $1) }
      usesLevels =
        usesLevels || Builtin.levels.contains { $0.name == name }
        || name.hasPrefix("texelFetch") && !kind.isPointwise && folder.integer(shaped[2]) != 0
      usesDerivatives = usesDerivatives || Builtin.derivatives.contains { $0.name == name }
      return node(.builtin(overload.builtin, shaped), overload.result, offset)
    }
  }

  /// Checks all arguments even after an error, so that each error is reported.
  private mutating func values(_ syntax: [ExpressionSyntax]) throws(Recovery) -> [Expression] {
    var values: [Expression] = []
    for argument in syntax {
      do throws(Recovery) { values.append(try value(argument)) } catch {}
    }
    guard values.count == syntax.count else { throw Recovery() }
    return values
  }

  private func isThere(_ builtin: Builtin) -> Bool { builtin.kinds.contains(kind) }

  /// Returns the number of implicit conversions that a call of the candidate needs; nil if the arguments do
  /// not match.
  private func cost(_ candidate: Candidate, _ arguments: [ShaderType]) -> Int? {
    let types = candidate.types
    guard types.count == arguments.count else { return nil }
    var total = 0
    for (index, (from, to)) in zip(arguments, types).enumerated() {
      guard let conversions = from.conversions(to: to) else { return nil }
      // An `out` or `inout` argument is not converted.
      if conversions > 0, case .own(let signature) = candidate, signature.parameters[index].direction != .in {
        return nil
      }
      total += conversions
    }
    return total
  }

  private mutating func call(
    _ signature: Signature, _ arguments: [Expression], at offset: Int
  ) throws(Recovery) -> Expression {
    var passed: [CallArgument] = []
    for (argument, parameter) in zip(arguments, signature.parameters) {
      switch parameter.direction {
      case .in: passed.append(.value(try converted(argument, to: parameter.type, "pass")))
      case .out, .inout:
        passed.append(.lvalue(try lvalue(argument, "let '\(signature.name)' change", at: offset)))
      }
    }
    if let current { calls[current.id, default: []].append((signature.id, offset)) }
    return node(.call(signature.id, passed), signature.result, offset)
  }

  /// Rewrites `modf(x, i)` as `(hidden = x, i = trunc(hidden), hidden - trunc(hidden))`.
  private mutating func modf(_ arguments: [Expression], at offset: Int) throws(Recovery) -> Expression {
    guard arguments.count == 2, arguments[0].type.isRow, arguments[1].type.scalar == .float,
      arguments[0].type.conversions(to: arguments[1].type) != nil
    else {
      let types = arguments.map { "\($0.type)" }.joined(separator: ", ")
      throw error("'modf' takes a float or vec and a variable of its type, not (\(types))", at: offset)
    }
    let type = arguments[1].type
    let whole = try lvalue(arguments[1], "let 'modf' change", at: offset)
    let id = addVariable("", type, .local, isConstant: false, at: offset)
    let hidden = LValue(variable: id, path: [], type: type, location: location(offset))
    let value = node(.variable(id), type, offset)
    let cut = node(.builtin(.trunc, [value]), type, offset)
    let keep = node(.assign(hidden, cast(arguments[0], to: .float)), type, offset)
    let give = node(.assign(whole, cut), type, offset)
    let rest = node(.binary(.subtract, value, cut), type, offset)
    return node(.sequence(keep, node(.sequence(give, rest), type, offset)), type, offset)
  }

  // MARK: Errors

  private func unknownFunction(_ name: String, at offset: Int) -> Recovery {
    if (Builtin.derivatives + Builtin.levels).contains(where: { $0.name == name }) {
      return error("\(kind.noun) of one pixel has no '\(name)': read pictures by their place", at: offset)
    }
    switch lookup(name) {
    case .invalid?: return Recovery()
    case .variable?: return error("'\(name)' is a variable, not a function", at: offset)
    case .structure?, nil: break
    }
    var names = Set(functionsByName.keys).union(ShaderType.named.keys).union(["modf"])
    for (name, overloads) in Builtin.overloads where overloads.contains(where: { isThere($0.builtin) }) {
      names.insert(name)
    }
    return error("there is no function '\(name)'\(suggestion(for: name, among: names))", at: offset)
  }

  private func mismatch(
    _ name: String, _ candidates: [Candidate], _ arguments: [ShaderType], at offset: Int
  ) -> Recovery {
    func list(_ types: [ShaderType]) -> String { "(\(types.map(\.description).joined(separator: ", ")))" }
    let sameCount = candidates.filter { $0.types.count == arguments.count }
    let near = sameCount.filter { $0.types.first == arguments.first }
    let shown = (!near.isEmpty ? near : !sameCount.isEmpty ? sameCount : candidates).map { list($0.types) }
    let forms = shown.prefix(4).joined(separator: " or ") + (shown.count > 4 ? " or others" : "")
    return error("'\(name)' takes \(forms), not \(list(arguments))", at: offset)
  }
}
