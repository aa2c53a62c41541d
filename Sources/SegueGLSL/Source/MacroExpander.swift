/// Holds the macros of a source, and expands their uses in tokens.
struct MacroExpander {
  /// The maximum number of expanded tokens in a shader, including tokens of arguments and conditions.
  static let tokenLimit = 200_000
  /// The maximum nesting of macro calls in arguments.
  static let depthLimit = 32

  private struct Macro {
    /// The parameters; nil for a macro without parentheses.
    let parameters: [String]?
    let body: [Token]
  }

  /// The tokens to read: the tokens of an expansion are read before the tokens that follow the macro's use.
  private struct Stack {
    private var levels: [(tokens: [Token], position: Int, macro: String?)]
    /// The macros whose expansions are being read.
    private(set) var open: Set<String>

    init(_ tokens: [Token], open: Set<String>) {
      levels = [(tokens, 0, nil)]
      self.open = open
    }

    mutating func push(_ tokens: [Token], of macro: String) {
      levels.append((tokens, 0, macro))
      open.insert(macro)
    }

    mutating func peek() -> Token? {
      while let top = levels.last {
        if top.position < top.tokens.count { return top.tokens[top.position] }
        levels.removeLast()
        if let macro = top.macro { open.remove(macro) }
      }
      return nil
    }

    mutating func next() -> Token? {
      let token = peek()
      if token != nil { levels[levels.count - 1].position += 1 }
      return token
    }
  }

  let sink: DiagnosticSink
  /// The number after `#version`; 100 without this directive.
  var version: UInt32 = 100
  /// The difference between `__LINE__` and the line number in the file, and the value of `__FILE__`; `#line`
  /// sets both.
  private var lineShift = 0
  private var file: UInt32 = 0
  private var macros: [String: Macro] = [:]
  /// The number of tokens that may still be expanded, plus one.
  private var budget = MacroExpander.tokenLimit + 1

  init(_ sink: DiagnosticSink) { self.sink = sink }

  private static let builtIn: Set = [
    "__VERSION__", "__LINE__", "__FILE__", "GL_ES", "GL_FRAGMENT_PRECISION_HIGH",
  ]

  func isDefined(_ name: String) -> Bool { macros[name] != nil || MacroExpander.builtIn.contains(name) }

  /// Defines a macro of the host.
  mutating func predefine(_ name: String, _ value: UInt32) {
    macros[name] = Macro(parameters: nil, body: [Token(kind: .int(value), offset: 0, end: 0)])
  }

  mutating func undefine(_ name: String, at offset: Int) {
    if MacroExpander.builtIn.contains(name) { sink.error("'\(name)' cannot be undefined", at: offset) }
    macros[name] = nil
  }

  /// Defines a macro from the tokens after `#define`.
  mutating func define(_ line: ArraySlice<Token>, after directive: Token) {
    var line = line
    guard let token = line.popFirst(), case .identifier(let name) = token.kind else {
      return sink.error("expected a macro's name after '#define'", at: directive.offset)
    }
    if MacroExpander.builtIn.contains(name) || name == "defined" {
      return sink.error("'\(name)' cannot be defined", at: token.offset)
    }
    var parameters: [String]?
    if let parenthesis = line.first, parenthesis.kind == .is(.leftParenthesis), !parenthesis.followsSpace {
      line.removeFirst()
      guard let names = macroParameters(&line) else {
        return sink.error(
          "expected names, commas and ')' in the parameters of '\(name)'", at: parenthesis.offset)
      }
      if Set(names).count < names.count {
        return sink.error("two parameters of '\(name)' have one name", at: parenthesis.offset)
      }
      parameters = names
    }
    if let paste = [line.first, line.last].compactMap({ $0 }).first(where: { $0.kind == .is(.paste) }) {
      return sink.error("'##' stands between two tokens", at: paste.offset)
    }
    macros[name] = Macro(parameters: parameters, body: Array(line))
  }

  private func macroParameters(_ line: inout ArraySlice<Token>) -> [String]? {
    if line.first?.kind == .is(.rightParenthesis) {
      line.removeFirst()
      return []
    }
    var names: [String] = []
    while case .identifier(let name)? = line.popFirst()?.kind {
      names.append(name)
      switch line.popFirst()?.kind {
      case .is(.comma): continue
      case .is(.rightParenthesis): return names
      default: return nil
      }
    }
    return nil
  }

  /// Expands all macros in tokens.
  mutating func expand(_ tokens: [Token]) -> [Token] { expand(tokens, within: [], depth: 0) }

  private mutating func expand(_ tokens: [Token], within open: Set<String>, depth: Int) -> [Token] {
    var stack = Stack(tokens, open: open)
    var result: [Token] = []
    result.reserveCapacity(tokens.count)
    while var token = stack.next() {
      guard budget > 0 else { return [] }
      budget -= 1
      if budget == 0 {
        sink.stop(
          "the source has more than \(MacroExpander.tokenLimit) tokens after macros", at: token.offset)
      }
      guard case .identifier(let name) = token.kind, !token.isFinal else {
        result.append(token)
        continue
      }
      if let value = builtInValue(name, at: token.offset) {
        token.kind = value
        result.append(token)
        continue
      }
      guard let macro = macros[name] else {
        result.append(token)
        continue
      }
      if stack.open.contains(name) {
        token.isFinal = true
        result.append(token)
        continue
      }
      guard let parameters = macro.parameters else {
        stack.push(pasted(macro.body.map { [placed($0, at: token)] }, at: token), of: name)
        continue
      }
      // The name of a function-like macro without parentheses is not a call.
      guard stack.peek()?.kind == .is(.leftParenthesis) else {
        result.append(token)
        continue
      }
      guard depth < MacroExpander.depthLimit else {
        sink.stop("macro calls are nested more than \(MacroExpander.depthLimit) deep", at: token.offset)
        budget = 0
        return []
      }
      guard let given = arguments(&stack, of: name, parameters.count, at: token.offset) else { continue }
      let expanded = given.map { expand($0, within: stack.open, depth: depth + 1) }
      let arguments = Dictionary(uniqueKeysWithValues: zip(parameters, zip(given, expanded)))
      var body: [[Token]] = []
      var count = 0
      for (index, part) in macro.body.enumerated() where count <= budget {
        if case .identifier(let name) = part.kind, let argument = arguments[name] {
          // Operands of `##` are not expanded.
          let isPasted = [index - 1, index + 1].contains {
            macro.body.indices.contains($0) && macro.body[$0].kind == .is(.paste)
          }
          body.append(isPasted ? argument.0 : argument.1)
        } else {
          body.append([placed(part, at: token)])
        }
        count += body[body.count - 1].count
      }
      stack.push(pasted(body, at: token), of: name)
    }
    return result
  }

  /// Returns the tokens of a macro's body, in which `##` joins its operands.
  ///
  /// - Source: The OpenGL Shading Language 4.60, section 3.3. OpenGL ES lacks `##`, but some shaders use it.
  private func pasted(_ parts: [[Token]], at use: Token) -> [Token] {
    guard parts.contains(where: { $0.count == 1 && $0[0].kind == .is(.paste) }) else {
      return parts.flatMap { $0 }
    }
    var result: [Token] = []
    // The start of the left operand in the result.
    var start = 0
    var pastes = false
    for part in parts {
      if part.count == 1, part[0].kind == .is(.paste) {
        pastes = true
        continue
      }
      let isAfterEmpty = start == result.count
      if !pastes { start = result.count }
      var rest = part[...]
      if pastes, !isAfterEmpty, let left = result.last, let right = rest.popFirst() {
        guard let whole = joined(left, right, at: use) else { return result }
        result[result.count - 1] = whole
      }
      result += rest
      pastes = false
    }
    return result
  }

  /// Returns the token that the joined spellings of two tokens form; nil after an error.
  private func joined(_ left: Token, _ right: Token, at use: Token) -> Token? {
    if let a = spelling(left), let b = spelling(right) {
      let tokens = Lexer(SourceText(a + b, file: "")).tokens
      if tokens.count == 2, spelling(tokens[0]) != nil { return placed(tokens[0], at: use) }
    }
    sink.error(
      "\(left.kind.description) and \(right.kind.description) make no token together", at: use.offset)
    return nil
  }

  private func spelling(_ token: Token) -> String? {
    switch token.kind {
    case .identifier(let name): name
    case .int, .uint, .float: token.spelling
    case .punctuator(let punctuator): punctuator.rawValue
    case .invalid, .end: nil
    }
  }

  private func placed(_ token: Token, at use: Token) -> Token {
    var token = token
    (token.offset, token.end) = (use.offset, use.end)
    return token
  }

  /// Takes the arguments of a call from `(` to `)`; nil after an error.
  private mutating func arguments(
    _ stack: inout Stack, of name: String, _ count: Int, at offset: Int
  ) -> [[Token]]? {
    var arguments: [[Token]] = [[]]
    var depth = 0
    while let token = stack.next() {
      switch token.kind {
      case .is(.leftParenthesis):
        depth += 1
        if depth == 1 { continue }
      case .is(.rightParenthesis):
        depth -= 1
        if depth > 0 { break }
        if count == 0, arguments.count == 1, arguments[0].isEmpty { return [] }
        if arguments.count == count { return arguments }
        sink.error(
          "wrong number of arguments for the macro '\(name)': \(arguments.count) instead of \(count)",
          at: offset)
        return nil
      case .is(.comma) where depth == 1:
        arguments.append([])
        continue
      default: break
      }
      arguments[arguments.count - 1].append(token)
    }
    sink.error("this use of the macro '\(name)' is not closed: ')' is missing", at: offset)
    return nil
  }

  private func builtInValue(_ name: String, at offset: Int) -> Token.Kind? {
    switch name {
    case "__VERSION__": .int(version)
    case "__LINE__": .int(UInt32(clamping: sink.source.origin(of: offset).line + lineShift))
    case "__FILE__": .int(file)
    case "GL_ES", "GL_FRAGMENT_PRECISION_HIGH": .int(1)
    default: nil
    }
  }
}

extension MacroExpander {
  /// Executes `#line LINE` or `#line LINE FILE`.
  ///
  /// LINE becomes the number of the next line, or in GLSL ES 1.00 and in GLSL below 3.30 of the directive's
  /// own line.
  mutating func count(_ line: ArraySlice<Token>, after directive: Token) {
    var tokens = expand(Array(line))
    var number: UInt32?
    // In `#line 3 1`, the last number names the file, since it follows a complete operand instead of an
    // operator.
    if tokens.count > 1, case .int(let file)? = tokens.last?.kind, tokens[tokens.count - 2].endsOperand {
      number = file
      tokens.removeLast()
    }
    var expression = PreprocessorCondition(tokens, after: directive, sink)
    guard let value = expression.value() else { return }
    let isNext = version == 300 || version == 310 || version == 320 || version >= 330
    let next = sink.source.origin(of: directive.offset).line + 1
    lineShift = Int(Int32(clamping: value)) + (isNext ? 0 : 1) - next
    if let number { file = number }
  }

  /// Evaluates the condition of an `#if`; false after an error.
  mutating func condition(_ line: ArraySlice<Token>, after directive: Token) -> Bool {
    var tokens: [Token] = []
    var line = line
    while var token = line.popFirst() {
      if token.kind == .identifier("defined") {
        let isInParentheses = line.first?.kind == .is(.leftParenthesis)
        if isInParentheses { line.removeFirst() }
        guard case .identifier(let name)? = line.popFirst()?.kind,
          !isInParentheses || line.popFirst()?.kind == .is(.rightParenthesis)
        else {
          sink.error("expected a macro's name after 'defined'", at: token.offset)
          return false
        }
        token.kind = .int(isDefined(name) ? 1 : 0)
      }
      tokens.append(token)
    }
    var condition = PreprocessorCondition(expand(tokens), after: directive, sink)
    return condition.holds()
  }
}

extension Token {
  /// Whether the token can end an operand, so that a number after it is a second operand.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .int, .uint, .is(.rightParenthesis): true
    default: false
    }
  }
}
