/// Parses tokens by recursive descent; after an error, continues with the next statement.
struct Parser {
  /// The maximum nesting of statements and expressions.
  static let depthLimit = 128
  /// The maximum length of a chain of operators or of `else if`, which makes the tree deep, although the
  /// parser does not recurse.
  static let lengthLimit = 1000

  let sink: DiagnosticSink
  /// The number after `#version`.
  let version: UInt32
  /// Whether the source is a vertex shader.
  var isVertex = false
  private let tokens: [Token]
  var position = 0
  private var depth = 0
  /// The number of `else if` branches that enclose the current statement.
  var links = 0
  /// The names of the structures declared so far; such a name can start a declaration.
  var structures: Set<String> = []

  /// Makes a parser of preprocessed tokens, the last of kind `end`.
  init(_ tokens: [Token], version: UInt32 = 100, _ sink: DiagnosticSink) {
    self.tokens = tokens
    self.version = version
    self.sink = sink
  }

  // MARK: Tokens

  var token: Token { tokens[position] }

  /// Returns the kind of the token that is `distance` tokens ahead.
  func peek(_ distance: Int) -> Token.Kind { tokens[min(position + distance, tokens.count - 1)].kind }

  /// The previous token.
  var previous: Token { tokens[max(0, position - 1)] }

  mutating func advance() {
    if position < tokens.count - 1 { position += 1 }
  }

  /// Consumes the next token if it is the given punctuator; returns whether it is.
  mutating func take(_ punctuator: Punctuator) -> Bool {
    guard token.kind == .punctuator(punctuator) else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is the given word; returns whether it is.
  mutating func take(_ word: String) -> Bool {
    guard token.kind == .identifier(word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ punctuator: Punctuator, _ place: String) throws(Recovery) {
    if take(punctuator) { return }
    // A missing semicolon is reported at the end of the previous token.
    let offset = punctuator == .semicolon && position > 0 ? previous.end : token.offset
    throw error("expected '\(punctuator.rawValue)' \(place), found \(token.kind.description)", at: offset)
  }

  mutating func expectName(_ what: String) throws(Recovery) -> (text: String, offset: Int) {
    guard case .identifier(let name) = token.kind else { throw unexpected(what) }
    let offset = token.offset
    guard !Parser.keywords.contains(name) else {
      throw error("expected \(what), found the keyword '\(name)'", at: offset)
    }
    if Parser.reserved.contains(name) || (version >= 300 && Parser.reservedFrom300.contains(name)) {
      // Continues as if the word were a valid name, so that the mistake gives only one message.
      _ = error("'\(name)' is a reserved word and cannot be a name", at: offset)
    }
    advance()
    return (name, offset)
  }

  mutating func unexpected(_ expected: String) -> Recovery {
    if case .invalid(let message) = token.kind { return error(message, at: token.offset) }
    return error("expected \(expected), found \(token.kind.description)", at: token.offset)
  }

  mutating func error(_ message: String, at offset: Int) -> Recovery {
    sink.error(message, at: offset)
    if sink.isFull { position = tokens.count - 1 }
    return Recovery()
  }

  mutating func tooDeep(at offset: Int) -> Recovery {
    sink.stop("this is nested more than \(Parser.depthLimit) deep", at: offset)
    position = tokens.count - 1
    return Recovery()
  }

  mutating func tooLong(_ chain: String, at offset: Int) -> Recovery {
    sink.stop("this is a chain of more than \(Parser.lengthLimit) \(chain)", at: offset)
    position = tokens.count - 1
    return Recovery()
  }

  /// Calls `parse` with the nesting depth increased by one; throws beyond the limit.
  mutating func nested<Syntax>(
    _ parse: (inout Parser) throws(Recovery) -> Syntax
  ) throws(Recovery) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.depthLimit else { throw tooDeep(at: token.offset) }
    return try parse(&self)
  }

  /// Words of the grammar and types, which cannot be names.
  static let keywords: Set<String> = Set(ShaderType.named.keys).union([
    "attribute", "const", "uniform", "varying", "break", "continue", "do", "for", "while", "if", "else", "in",
    "out",
    "inout", "true", "false", "lowp", "mediump", "highp", "precision", "invariant", "discard", "return",
    "struct",
    "switch", "case", "default",
  ]).union(unsupportedTypes)

  /// Reserved words, which cannot be names.
  ///
  /// - Source: The OpenGL ES Shading Language 1.00 and 3.00, sections 3.6 and 3.8: the words reserved in both
  ///   versions.
  static let reserved: Set<String> = [
    "asm", "class", "union", "enum", "typedef", "template", "this", "goto", "inline", "noinline", "volatile",
    "public", "static", "extern", "external", "interface", "long", "short", "half", "fixed", "unsigned",
    "superp", "input", "output", "hvec2", "hvec3", "hvec4", "fvec2", "fvec3", "fvec4", "sampler3DRect",
    "sizeof", "cast", "namespace", "using",
  ]

  /// Words that are reserved in GLSL ES 3.00 only.
  static let reservedFrom300: Set<String> = [
    "coherent", "restrict", "readonly", "writeonly", "resource", "atomic_uint", "noperspective", "patch",
    "sample", "subroutine", "common", "partition", "active", "filter",
  ]

  static let unsupportedTypes: Set<String> = [
    "double", "dvec2", "dvec3", "dvec4", "sampler1D",
    "sampler3D", "sampler2DRect", "sampler2DShadow", "sampler2DArray", "isampler2D",
    "usampler2D",
    "samplerExternalOES", "image2D",
  ]
}
