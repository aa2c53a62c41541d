extension Parser {
  /// Parses all declarations outside functions.
  mutating func shader() -> [DeclarationSyntax] {
    var declarations: [DeclarationSyntax] = []
    while token.kind != .end {
      let start = position
      do throws(Recovery) {
        declarations += try declaration()
      } catch {
        skipDeclaration(from: start)
      }
    }
    return declarations
  }

  /// Skips a faulty declaration that begins at `start`: to the token after its `;` outside braces, or after
  /// the `}` that closes its first brace.
  private mutating func skipDeclaration(from start: Int) {
    let failure = position
    position = start
    var braces = 0
    while token.kind != .end {
      switch token.kind {
      case .is(.leftBrace): braces += 1
      case .is(.rightBrace): braces -= 1
      default: break
      }
      let ends =
        braces <= 0 && (token.kind == .is(.rightBrace) || token.kind == .is(.semicolon))
        && position >= failure
      advance()
      if ends { break }
    }
  }

  private mutating func declaration() throws(Recovery) -> [DeclarationSyntax] {
    if take(.semicolon) { return [] }
    if take("precision") {
      try skipPrecision()
      return []
    }
    // `invariant gl_FragColor;` has no effect: rendering is deterministic.
    if token.kind == .identifier("invariant"), peek(2) == .is(.semicolon) {
      for _ in 0..<3 { advance() }
      return []
    }
    let qualifiers = try qualifiers()
    if token.kind == .identifier("struct") {
      let structure = try structure()
      if take(.semicolon) { return [.structure(structure)] }
      let type = TypeSyntax(name: structure.name, offset: structure.offset)
      return [.structure(structure), .variables(try variables(qualifiers, type))]
    }
    if qualifiers.storage == .uniform, peek(1) == .is(.leftBrace) { return [.block(try block())] }
    let type = try type()
    guard case .identifier = token.kind, peek(1) == .is(.leftParenthesis) else {
      return [.variables(try variables(qualifiers, type))]
    }
    return [.function(try function(type))]
  }

  /// Skips the rest of a `precision` statement.
  mutating func skipPrecision() throws(Recovery) {
    guard take("lowp") || take("mediump") || take("highp") else {
      throw unexpected("'lowp', 'mediump' or 'highp'")
    }
    _ = try type()
    try expect(.semicolon, "after a precision")
  }

  /// Parses qualifiers in any order; skips qualifiers without effect.
  mutating func qualifiers() throws(Recovery) -> Qualifiers {
    var qualifiers = Qualifiers()
    while case .identifier(let word) = token.kind {
      switch word {
      case "const": qualifiers.isConstant = true
      case "attribute" where isVertex: qualifiers.storage = .in
      case "attribute": throw error("'attribute' belongs to vertex shaders", at: token.offset)
      case "lowp", "mediump", "highp", "invariant": break
      case "flat", "smooth", "centroid":
        // GLSL ES 1.00 allows these words as names.
        guard case .identifier = peek(1) else { return qualifiers }
      case "layout":
        guard peek(1) == .is(.leftParenthesis) else { return qualifiers }
        while token.kind != .is(.rightParenthesis), token.kind != .end { advance() }
      default:
        guard let storage = Qualifiers.Storage(rawValue: word) else { return qualifiers }
        if let other = qualifiers.storage {
          throw error("'\(word)' after '\(other.rawValue)'", at: token.offset)
        }
        qualifiers.storage = storage
      }
      advance()
    }
    return qualifiers
  }

  /// Whether the next token is the type at the start of a declaration, rather than the start of an
  /// expression.
  func startsType() -> Bool {
    guard case .identifier(let name) = token.kind else { return false }
    let isKnown =
      ShaderType.named[name] != nil || Parser.unsupportedTypes.contains(name) || structures.contains(name)
    if case .identifier = peek(1) { return isKnown || !Parser.keywords.contains(name) }
    guard isKnown, peek(1) == .is(.leftBracket) else { return false }
    // `float[2] a` is a declaration, `float[2](1.0, 2.0)` an expression.
    var (distance, brackets) = (1, 0)
    repeat {
      switch peek(distance) {
      case .is(.leftBracket): brackets += 1
      case .is(.rightBracket): brackets -= 1
      case .end: return false
      default: break
      }
      distance += 1
    } while brackets > 0 || peek(distance) == .is(.leftBracket)
    if case .identifier = peek(distance) { return true }
    return false
  }

  mutating func type() throws(Recovery) -> TypeSyntax {
    guard case .identifier(let name) = token.kind else { throw unexpected("a type") }
    let offset = token.offset
    guard !Parser.unsupportedTypes.contains(name) else {
      throw error("the type '\(name)' is not supported", at: offset)
    }
    guard ShaderType.named[name] != nil || !Parser.keywords.contains(name) else { throw unexpected("a type") }
    advance()
    return TypeSyntax(name: name, offset: offset, sizes: try arraySizes())
  }

  mutating func arraySizes() throws(Recovery) -> [ExpressionSyntax?] {
    var sizes: [ExpressionSyntax?] = []
    while take(.leftBracket) {
      let size: ExpressionSyntax? = token.kind == .is(.rightBracket) ? nil : try expression()
      sizes.append(size)
      try expect(.rightBracket, "after an array's size")
      guard sizes.count <= Parser.depthLimit else { throw tooDeep(at: token.offset) }
    }
    return sizes
  }

  mutating func structure() throws(Recovery) -> StructureSyntax {
    let start = token.offset
    advance()
    // An anonymous structure gets a name for messages.
    let (origin, column) = (sink.source.origin(of: start), sink.source.location(of: start).column)
    let file = origin.file == sink.source.file ? "" : "\(origin.file):"
    let name =
      token.kind == .is(.leftBrace)
      ? (text: "struct at \(file)\(origin.line):\(column)", offset: start)
      : try expectName("the structure's name")
    try expect(.leftBrace, "after the structure's name")
    var fields: [VariablesSyntax] = []
    while !take(.rightBrace) {
      let qualifiers = try qualifiers()
      fields.append(try variables(qualifiers, try type()))
    }
    structures.insert(name.text)
    return StructureSyntax(name: name.text, offset: name.offset, fields: fields)
  }

  /// Parses a uniform block from its name on.
  private mutating func block() throws(Recovery) -> BlockSyntax {
    let name = try expectName("the block's name")
    try expect(.leftBrace, "after the block's name")
    var members: [VariablesSyntax] = []
    while !take(.rightBrace) {
      let start = token.offset
      var qualifiers = try qualifiers()
      guard [nil, .uniform].contains(qualifiers.storage), !qualifiers.isConstant else {
        throw error("a member of a uniform block is a uniform", at: start)
      }
      qualifiers.storage = .uniform
      members.append(try variables(qualifiers, try type()))
    }
    if members.isEmpty { throw error("the block '\(name.text)' has no members", at: name.offset) }
    var instance: Declarator?
    if case .identifier = token.kind {
      let name = try expectName("the name of a block's instance")
      instance = Declarator(
        name: name.text, offset: name.offset, sizes: try arraySizes(), initial: nil, end: token.offset)
    }
    try expect(.semicolon, "after a block")
    return BlockSyntax(name: name.text, offset: name.offset, members: members, instance: instance)
  }

  /// Parses the declarators after a type, and the semicolon.
  mutating func variables(_ qualifiers: Qualifiers, _ type: TypeSyntax) throws(Recovery) -> VariablesSyntax {
    var declarators: [Declarator] = []
    repeat {
      let name = try expectName("a name after the type '\(type.name)'")
      let sizes = try arraySizes()
      let initial: ExpressionSyntax? = take(.assign) ? try assignment() : nil
      declarators.append(
        Declarator(name: name.text, offset: name.offset, sizes: sizes, initial: initial, end: token.offset))
    } while take(.comma)
    try expect(.semicolon, "after a declaration")
    return VariablesSyntax(qualifiers: qualifiers, type: type, declarators: declarators)
  }

  private mutating func function(_ result: TypeSyntax) throws(Recovery) -> FunctionSyntax {
    let name = try expectName("the function's name")
    try expect(.leftParenthesis, "after the function's name")
    var parameters: [FunctionSyntax.Parameter] = []
    if token.kind == .identifier("void"), peek(1) == .is(.rightParenthesis) { advance() }
    if !take(.rightParenthesis) {
      repeat { parameters.append(try parameter()) } while take(.comma)
      try expect(.rightParenthesis, "after the parameters")
    }
    var body: [StatementSyntax]?
    if !take(.semicolon) {
      guard token.kind == .is(.leftBrace) else { throw unexpected("'{' or ';' after the parameters") }
      body = try block()
    }
    return FunctionSyntax(
      result: result, name: name.text, offset: name.offset, parameters: parameters, body: body)
  }

  private mutating func parameter() throws(Recovery) -> FunctionSyntax.Parameter {
    let start = token.offset
    let qualifiers = try qualifiers()
    let direction: Function.Direction
    switch qualifiers.storage {
    case nil, .in: direction = .in
    case .out: direction = .out
    case .inout: direction = .inout
    case .uniform, .varying:
      throw error("a parameter cannot be '\(qualifiers.storage?.rawValue ?? "")'", at: start)
    }
    let type = try type()
    var name = (text: "", offset: type.offset)
    if case .identifier = token.kind { name = try expectName("the parameter's name") }
    return FunctionSyntax.Parameter(
      direction: direction, isConstant: qualifiers.isConstant, type: type, name: name.text,
      offset: name.offset,
      sizes: try arraySizes())
  }
}
