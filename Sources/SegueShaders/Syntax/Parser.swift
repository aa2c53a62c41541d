/// Reads tokens by recursive descent. After an error it goes on with the next statement.
struct Parser {
  /// So deep may statements and expressions be nested, and so long may a chain of operators be.
  static let depthLimit = 128

  let reports: Reports
  private let tokens: [Token]
  var position = 0
  private var depth = 0
  /// Names of structures up to here: they start declarations.
  var structures: Set<String> = []

  /// Makes a parser of preprocessed tokens, the last of which is of kind `end`.
  init(_ tokens: [Token], _ reports: Reports) {
    self.tokens = tokens
    self.reports = reports
  }

  // MARK: Tokens

  var token: Token { tokens[position] }

  /// The token so far ahead.
  func peek(_ distance: Int) -> Token.Kind { tokens[min(position + distance, tokens.count - 1)].kind }

  /// The token before this one.
  var previous: Token { tokens[max(0, position - 1)] }

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  /// Takes a punctuator if it is there.
  mutating func take(_ punctuator: Punctuator) -> Bool {
    guard token.kind == .punctuator(punctuator) else { return false }
    advance()
    return true
  }

  /// Takes a word if it is there.
  mutating func take(_ word: String) -> Bool {
    guard token.kind == .identifier(word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ punctuator: Punctuator, _ place: String) throws(Reported) {
    if take(punctuator) { return }
    // A missing semicolon is reported behind the token that lacks it, where it would be written.
    let offset = punctuator == .semicolon && position > 0 ? previous.end : token.offset
    throw error("expected '\(punctuator.rawValue)' \(place), found \(token.kind.description)", at: offset)
  }

  mutating func expectName(_ what: String) throws(Reported) -> (text: String, offset: Int) {
    guard case .identifier(let name) = token.kind else { throw unexpected(what) }
    let offset = token.offset
    guard !Parser.keywords.contains(name) else {
      throw error("expected \(what), found the keyword '\(name)'", at: offset)
    }
    advance()
    return (name, offset)
  }

  mutating func unexpected(_ expected: String) -> Reported {
    if case .invalid(let message) = token.kind { return error(message, at: token.offset) }
    return error("expected \(expected), found \(token.kind.description)", at: token.offset)
  }

  mutating func error(_ message: String, at offset: Int) -> Reported {
    reports.error(message, at: offset)
    if reports.isFull { position = tokens.count - 1 }
    return Reported()
  }

  mutating func tooDeep(at offset: Int) -> Reported {
    reports.stop("this is nested more than \(Parser.depthLimit) deep", at: offset)
    position = tokens.count - 1
    return Reported()
  }

  /// Parses something within one level more of nesting.
  mutating func nested<Syntax>(
    _ parse: (inout Parser) throws(Reported) -> Syntax
  ) throws(Reported) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.depthLimit else { throw tooDeep(at: token.offset) }
    return try parse(&self)
  }

  /// Words that cannot be names: those of the grammar and the types.
  static let keywords: Set<String> = Set(ShaderType.named.keys).union([
    "attribute", "const", "uniform", "varying", "break", "continue", "do", "for", "while", "if", "else", "in",
    "out",
    "inout", "true", "false", "lowp", "mediump", "highp", "precision", "invariant", "discard", "return",
    "struct",
    "switch", "case", "default",
  ]).union(unsupportedTypes)

  static let unsupportedTypes: Set<String> = [
    "double", "dvec2", "dvec3", "dvec4", "mat2x3", "mat2x4", "mat3x2", "mat3x4", "mat4x2", "mat4x3",
    "sampler1D",
    "sampler3D", "samplerCube", "sampler2DRect", "sampler2DShadow", "sampler2DArray", "isampler2D",
    "usampler2D",
    "samplerExternalOES", "image2D",
  ]

  // MARK: Declarations

  /// Everything outside functions, in order.
  mutating func shader() -> [DeclarationSyntax] {
    var declarations: [DeclarationSyntax] = []
    while token.kind != .end {
      let start = position
      do throws(Reported) {
        declarations += try declaration()
      } catch {
        skipDeclaration(from: start)
      }
    }
    return declarations
  }

  /// Skips to behind the next `;` outside braces, or behind the `}` that closes the first brace, counted from `start`.
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

  private mutating func declaration() throws(Reported) -> [DeclarationSyntax] {
    if take(.semicolon) { return [] }
    if take("precision") {
      try skipPrecision()
      return []
    }
    // `invariant gl_FragColor;` says nothing to a renderer that is deterministic anyway.
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
    let type = try type()
    guard case .identifier = token.kind, peek(1) == .is(.leftParenthesis) else {
      return [.variables(try variables(qualifiers, type))]
    }
    return [.function(try function(type))]
  }

  /// After `precision`.
  mutating func skipPrecision() throws(Reported) {
    guard take("lowp") || take("mediump") || take("highp") else {
      throw unexpected("'lowp', 'mediump' or 'highp'")
    }
    _ = try type()
    try expect(.semicolon, "after a precision")
  }

  /// Qualifiers in any order; those that mean nothing here are skipped.
  mutating func qualifiers() throws(Reported) -> Qualifiers {
    var qualifiers = Qualifiers()
    while case .identifier(let word) = token.kind {
      switch word {
      case "const": qualifiers.isConstant = true
      case "attribute": throw error("'attribute' belongs to vertex shaders", at: token.offset)
      case "lowp", "mediump", "highp", "invariant": break
      case "flat", "smooth", "centroid":
        // In GLSL ES 1.00 these are names.
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

  /// Whether a type stands here, rather than an expression.
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
    } while brackets > 0
    if case .identifier = peek(distance) { return true }
    return false
  }

  mutating func type() throws(Reported) -> TypeSyntax {
    guard case .identifier(let name) = token.kind else { throw unexpected("a type") }
    let offset = token.offset
    guard !Parser.unsupportedTypes.contains(name) else {
      throw error("the type '\(name)' is not supported", at: offset)
    }
    guard ShaderType.named[name] != nil || !Parser.keywords.contains(name) else { throw unexpected("a type") }
    advance()
    return TypeSyntax(name: name, offset: offset, sizes: try arraySizes())
  }

  mutating func arraySizes() throws(Reported) -> [ExpressionSyntax?] {
    var sizes: [ExpressionSyntax?] = []
    while take(.leftBracket) {
      let size: ExpressionSyntax? = token.kind == .is(.rightBracket) ? nil : try expression()
      sizes.append(size)
      try expect(.rightBracket, "after an array's size")
      guard sizes.count < Parser.depthLimit else { throw tooDeep(at: token.offset) }
    }
    return sizes
  }

  mutating func structure() throws(Reported) -> StructureSyntax {
    advance()
    let name = try expectName("the structure's name")
    try expect(.leftBrace, "after the structure's name")
    var fields: [VariablesSyntax] = []
    while !take(.rightBrace) {
      let qualifiers = try qualifiers()
      fields.append(try variables(qualifiers, try type()))
    }
    structures.insert(name.text)
    return StructureSyntax(name: name.text, offset: name.offset, fields: fields)
  }

  /// The names after a type, and the semicolon.
  mutating func variables(_ qualifiers: Qualifiers, _ type: TypeSyntax) throws(Reported) -> VariablesSyntax {
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

  private mutating func function(_ result: TypeSyntax) throws(Reported) -> FunctionSyntax {
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

  private mutating func parameter() throws(Reported) -> FunctionSyntax.Parameter {
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
