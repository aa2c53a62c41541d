extension Checker {
  /// Checks all declarations; errors go to `sink`.
  ///
  /// `names` are all identifiers of the source.
  mutating func check(_ declarations: [DeclarationSyntax], naming names: Set<String>) {
    if kind == .fragment {
      // Declares the depth outputs; their values are ignored.
      for name in ["gl_FragDepth", "gl_FragDepthEXT"] { declareHost(name, .float, .output) }
      if !declarations.contains(where: { $0.declaresOutput }) {
        // `gl_FragData` has `gl_MaxDrawBuffers` elements; the first element is the pixel's color in the
        // frame.
        let hasSeveral = names.contains("gl_FragData")
        output = variables.count
        declareHost(
          hasSeveral ? "gl_FragData" : "gl_FragColor", hasSeveral ? .array(.vec4, 4) : .vec4, .output)
      }
    }
    var own: Set<String> = []
    for declaration in declarations {
      switch declaration {
      case .variables(let syntax):
        own.formUnion(syntax.declarators.map(\.name))
        if syntax.type.name == "sampler2D" { textures.formUnion(syntax.declarators.map(\.name)) }
      case .block(let block) where block.instance == nil:
        for member in block.members { own.formUnion(member.declarators.map(\.name)) }
      case .block, .structure, .function: break
      }
    }
    declareParameters(except: own)
    checkAll(declarations)
    orderSamplers()
    passes = host.passes.map { pass($0) }
  }

  /// Checks the declarations of one shader stage, fragment or vertex.
  mutating func checkAll(_ declarations: [DeclarationSyntax]) {
    for declaration in declarations where !sink.isFull {
      switch declaration {
      case .structure(let syntax): structure(syntax)
      case .function(let syntax): function(syntax)
      case .variables(let syntax):
        for index in syntax.declarators.indices { globalVariable(syntax, index) }
      case .block(let syntax): block(syntax)
      }
    }
    for signature in functions.dropFirst(vertex?.first ?? 0)
    where signature.definition == nil && !invalidFunctions.contains(signature.name) {
      sink.error("the function '\(signature.name)' has no body", at: signature.offset)
    }
    rejectRecursion()
  }

  // MARK: Structures

  mutating func structure(_ syntax: StructureSyntax) {
    var fields: [Structure.Field] = []
    var isInvalid = false
    for line in syntax.fields {
      for declarator in line.declarators {
        do throws(Recovery) {
          fields.append(try field(line, declarator, after: fields))
        } catch {
          isInvalid = true
        }
      }
    }
    if fields.isEmpty, !isInvalid {
      sink.error("the structure '\(syntax.name)' has no members", at: syntax.offset)
      isInvalid = true
    }
    structureCount += 1
    if structureCount > Checker.declarationLimit {
      sink.stop("a shader has \(Checker.declarationLimit) structures at most", at: syntax.offset)
      isInvalid = true
    }
    let structure = Structure(id: structureCount - 1, name: syntax.name, fields: fields)
    if !isInvalid {
      do throws(Recovery) { try checkSize(.structure(structure), at: syntax.offset) } catch {
        isInvalid = true
      }
    }
    declare(syntax.name, isInvalid ? .invalid : .structure(structure), at: syntax.offset)
  }

  /// Checks a member of a structure or a block; only members of a block may have a storage qualifier.
  mutating func field(
    _ line: VariablesSyntax, _ declarator: Declarator, after fields: [Structure.Field],
    of whole: String = "structure"
  ) throws(Recovery) -> Structure.Field {
    let type = try type(line.type, declarator.sizes)
    let name = declarator.name
    let hasStorage = line.qualifiers.storage != nil && whole == "structure"
    if hasStorage || line.qualifiers.isConstant || declarator.initial != nil {
      throw error("a \(whole)'s member is only a type and a name", at: declarator.offset)
    }
    if type == .void || type.holdsSampler {
      throw error("a \(whole)'s member cannot be '\(type)'", at: declarator.offset)
    }
    if fields.contains(where: { $0.name == name }) {
      throw error("two members of the \(whole) are named '\(name)'", at: declarator.offset)
    }
    return Structure.Field(name: name, type: type)
  }

  // MARK: Global variables

  mutating func globalVariable(_ syntax: VariablesSyntax, _ index: Int) {
    let declarator = syntax.declarators[index]
    do throws(Recovery) {
      switch syntax.qualifiers.storage {
      case nil:
        let (id, initial) = try variable(syntax, declarator, .global)
        globals.append(GlobalVariable(variable: id, initial: initial))
      case .uniform: try uniform(syntax, index)
      case .varying where vertex != nil, .out where vertex != nil: try vertexOutput(syntax, declarator)
      case .in where vertex != nil: try vertexAttribute(syntax, declarator)
      case .varying, .in: try input(syntax, declarator)
      case .out: try output(syntax, declarator)
      case .inout: throw error("'inout' is for parameters of functions", at: declarator.offset)
      }
    } catch {
      passOver(syntax, declarator)
    }
  }

  private mutating func input(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Recovery) {
    let type = try type(syntax.type, declarator.sizes)
    if kind != .fragment {
      throw error(
        "\(kind.noun) has no inputs: what it is given are the parameters of '\(kind.function)'",
        at: declarator.offset)
    }
    switch type {
    case .scalar(.float), .vector(.float, _): break
    // Arrays and matrices are allowed, too, but only a vertex shader can provide inputs of these types.
    case .array(.scalar(.float), _), .array(.vector(.float, _), _), .matrix: break
    default:
      throw error("an input of type '\(type)' is not supported: use a float or vec", at: declarator.offset)
    }
    if declarator.initial != nil { throw error("an input cannot be initialized", at: declarator.offset) }
    if try isHostPosition(declarator, type) { return }
    let id = addVariable(declarator.name, type, .input, isConstant: true, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    inputs.append(id)
  }

  /// Whether a declaration repeats a position that the host has already declared; throws if its type is not
  /// `vec2`.
  func isHostPosition(_ declarator: Declarator, _ type: ShaderType) throws(Recovery) -> Bool {
    guard host.vertexInputs.contains(declarator.name), scopes[1][declarator.name] != nil else { return false }
    guard type == .vec2 else {
      throw error("'\(declarator.name)' of \(kind.noun) is a vec2", at: declarator.offset)
    }
    return true
  }

  private mutating func output(_ syntax: VariablesSyntax, _ declarator: Declarator) throws(Recovery) {
    let type = try type(syntax.type, declarator.sizes)
    if kind != .fragment {
      throw error("\(kind.noun) has no outputs: it returns its color", at: declarator.offset)
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

  /// Returns the first variable or function that makes an expression non-constant; nil for a constant
  /// expression.
  ///
  /// - Source: The OpenGL ES Shading Language 3.00, section 4.3.3.
  private func notConstant(in value: Expression) -> (name: String, place: SourcePosition)? {
    func first(_ parts: [Expression]) -> (name: String, place: SourcePosition)? {
      for part in parts {
        if let found = notConstant(in: part) { return found }
      }
      return nil
    }
    func target(_ target: LValue) -> (name: String, place: SourcePosition)? {
      (variables[target.variable].name, target.location)
    }
    switch value.kind {
    case .literal: return nil
    case .variable(let id): return constants.contains(id) ? nil : (variables[id].name, value.location)
    case .swizzle(let a, _), .field(let a, _), .convert(let a), .splat(let a), .diagonal(let a),
      .resize(let a),
      .unary(_, let a):
      return notConstant(in: a)
    case .element(let a, let b), .binary(_, let a, let b), .and(let a, let b), .or(let a, let b),
      .sequence(let a, let b):
      return first([a, b])
    case .select(let a, let b, let c): return first([a, b, c])
    case .compose(let parts), .array(let parts), .structure(let parts), .builtin(_, let parts):
      return first(parts)
    case .assign(let place, _), .update(let place, _, _), .step(let place, _, _): return target(place)
    case .call(let id, _): return (functions[id].name, value.location)
    }
  }

  /// Suppresses errors about a name whose declaration is faulty.
  ///
  /// A variable with a faulty initial value stays usable; a constant does not, since array sizes may depend
  /// on its value.
  mutating func passOver(_ syntax: VariablesSyntax, _ declarator: Declarator) {
    if syntax.qualifiers.isConstant || scopes[scopes.count - 1][declarator.name] == nil {
      scopes[scopes.count - 1][declarator.name] = (.invalid, declarator.offset)
    }
  }

  /// Declares a local or global variable, and returns it with its initial value.
  ///
  /// A variable that is not constant is declared even if its initial value is faulty, unless an array size
  /// depends on the value.
  mutating func variable(
    _ syntax: VariablesSyntax, _ declarator: Declarator, _ storage: Variable.Storage
  ) throws(Recovery) -> (Variable.ID, Expression?) {
    var initial: Expression?
    var failed = false
    if let value = declarator.initial {
      do throws(Recovery) { initial = try expression(value) } catch { failed = true }
    }
    if failed, (syntax.type.sizes + declarator.sizes).contains(where: { $0 == nil }) { throw Recovery() }
    let type = try type(syntax.type, declarator.sizes, counts: initial?.type.arrayCounts ?? [])
    if type == .void || type.holdsSampler {
      throw error("a variable cannot be '\(type)'", at: declarator.offset)
    }
    let isConstant = syntax.qualifiers.isConstant
    let id = addVariable(declarator.name, type, storage, isConstant: isConstant, at: declarator.offset)
    declare(declarator.name, .variable(id), at: declarator.offset)
    if failed {
      if isConstant { throw Recovery() }
      return (id, nil)
    }
    if let value = initial {
      initial = try converted(value, to: type, "initialize '\(declarator.name)'")
    } else if isConstant {
      throw error("the constant '\(declarator.name)' needs a value", at: declarator.offset)
    }
    if isConstant, let initial {
      if let (name, place) = notConstant(in: initial) {
        sink.error(
          "the constant '\(declarator.name)' cannot be made of '\(name)', which is not constant", at: place)
        throw Recovery()
      }
      constants.insert(id)
      folder.values[id] = folder.components(of: initial)
    }
    return (id, initial)
  }
}

extension DeclarationSyntax {
  fileprivate var declaresOutput: Bool {
    if case .variables(let syntax) = self { syntax.qualifiers.storage == .out } else { false }
  }
}

extension ShaderType {
  /// The lengths of nested arrays, the outermost first.
  var arrayCounts: [Int] {
    if case .array(let element, let count) = self { [count] + element.arrayCounts } else { [] }
  }
}
