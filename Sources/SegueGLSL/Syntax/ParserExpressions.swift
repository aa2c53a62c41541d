extension Parser {
  /// Parses an expression with commas.
  mutating func expression() throws(Recovery) -> ExpressionSyntax {
    var left = try assignment()
    while token.kind == .is(.comma) {
      let offset = token.offset
      advance()
      let right = try assignment()
      left = try node(.sequence(left, right), offset, left, right)
    }
    return left
  }

  /// Parses an expression without commas outside parentheses.
  mutating func assignment() throws(Recovery) -> ExpressionSyntax {
    try nested { parser throws(Recovery) in try parser.assignment(to: parser.conditional()) }
  }

  /// Parses an optional assignment to an expression.
  private mutating func assignment(to target: ExpressionSyntax) throws(Recovery) -> ExpressionSyntax {
    guard case .punctuator(let punctuator) = token.kind, let infix = Parser.assignments[punctuator] else {
      return target
    }
    let offset = token.offset
    advance()
    let value = try assignment()
    return try node(.assign(infix, target, value), offset, target, value)
  }

  /// The binary operator of each assignment; nil for `=`.
  private static let assignments: [Punctuator: InfixOperator?] = [
    .assign: nil as InfixOperator?, .addAssign: .add, .subtractAssign: .subtract, .multiplyAssign: .multiply,
    .divideAssign: .divide, .remainderAssign: .remainder, .andAssign: .bitAnd, .orAssign: .bitOr,
    .xorAssign: .bitXor, .shiftLeftAssign: .shiftLeft, .shiftRightAssign: .shiftRight,
  ]

  /// Parses an expression with `?:`.
  ///
  /// A chain such as `a ? b : c ? d : e` is parsed in a loop, so it does not count toward the nesting limit.
  private mutating func conditional() throws(Recovery) -> ExpressionSyntax {
    var choices: [(condition: ExpressionSyntax, value: ExpressionSyntax, offset: Int)] = []
    var last = try infix(above: 0)
    while token.kind == .is(.question) {
      let offset = token.offset
      guard choices.count < Parser.lengthLimit else { throw tooLong("'?'", at: offset) }
      advance()
      let value = try expression()
      try expect(.colon, "between the values of '?'")
      choices.append((last, value, offset))
      last = try infix(above: 0)
    }
    // The last operand may be an assignment; the condition may not.
    if !choices.isEmpty { last = try assignment(to: last) }
    for choice in choices.reversed() {
      last = try node(
        .select(choice.condition, choice.value, last), choice.offset, choice.condition, choice.value, last)
    }
    return last
  }

  /// Parses an expression whose binary operators have a precedence above `level`.
  mutating func infix(above level: Int) throws(Recovery) -> ExpressionSyntax {
    var left = try unary()
    var count = 0
    while case .punctuator(let punctuator) = token.kind,
      let infix = InfixOperator(rawValue: punctuator.rawValue),
      infix.precedence > level
    {
      let offset = token.offset
      count += 1
      guard count <= Parser.lengthLimit else { throw tooLong("operators", at: offset) }
      advance()
      let right = try self.infix(above: infix.precedence)
      left = try node(.infix(infix, left, right), offset, left, right)
    }
    return left
  }

  /// Parses an operand with its prefix and postfix operators.
  mutating func unary() throws(Recovery) -> ExpressionSyntax {
    let offset = token.offset
    guard case .punctuator(let punctuator) = token.kind else { return try postfix() }
    if let prefix = PrefixOperator(rawValue: punctuator.rawValue) {
      advance()
      let operand = try nested { parser throws(Recovery) in try parser.unary() }
      return try node(.prefix(prefix, operand), offset, operand)
    }
    if let step = Parser.steps[punctuator] {
      advance()
      let operand = try nested { parser throws(Recovery) in try parser.unary() }
      return try node(.step(operand, by: step, postfix: false), offset, operand)
    }
    return try postfix()
  }

  private static let steps: [Punctuator: Int] = [.increment: 1, .decrement: -1]

  private mutating func postfix() throws(Recovery) -> ExpressionSyntax {
    var value = try primary()
    while case .punctuator(let punctuator) = token.kind {
      let offset = token.offset
      if let step = Parser.steps[punctuator] {
        advance()
        value = try node(.step(value, by: step, postfix: true), offset, value)
      } else if take(.leftBracket) {
        let index = try expression()
        try expect(.rightBracket, "after an index")
        value = try node(.index(value, index), offset, value, index)
      } else if take(.dot) {
        let name = try expectName("a member's name after '.'")
        if name.text == "length", take(.leftParenthesis) {
          try expect(.rightParenthesis, "after 'length('")
          value = try node(.length(value), name.offset, value)
        } else {
          value = try node(.member(value, name.text), name.offset, value)
        }
      } else {
        break
      }
    }
    return value
  }

  private mutating func primary() throws(Recovery) -> ExpressionSyntax {
    let start = token
    switch start.kind {
    case .float(let value):
      advance()
      return try node(.literal(.float(value)), start.offset)
    case .int(let value):
      advance()
      return try node(.literal(.int(Int32(bitPattern: value))), start.offset)
    case .uint(let value):
      advance()
      return try node(.literal(.uint(value)), start.offset)
    case .identifier("true"), .identifier("false"):
      advance()
      return try node(.literal(.bool(start.kind == .identifier("true"))), start.offset)
    case .is(.leftParenthesis):
      advance()
      let value = try expression()
      try expect(.rightParenthesis, "after an expression")
      return value
    case .identifier(let name): return try named(name, at: start.offset)
    default: throw unexpected("an expression")
    }
  }

  /// Parses a variable, a call or a constructor.
  private mutating func named(_ name: String, at offset: Int) throws(Recovery) -> ExpressionSyntax {
    let isArray = structures.contains(name) && peek(1) == .is(.leftBracket)
    if Parser.keywords.contains(name) || isArray {
      guard isArray || ShaderType.named[name] != nil || Parser.unsupportedTypes.contains(name) else {
        throw unexpected("an expression")
      }
      let type = try type()
      guard token.kind == .is(.leftParenthesis) else {
        throw unexpected("'(' after the type '\(name)' in an expression")
      }
      let arguments = try arguments()
      return try node(.construct(type, arguments), offset, arguments)
    }
    advance()
    guard token.kind == .is(.leftParenthesis) else { return try node(.name(name), offset) }
    let arguments = try arguments()
    return try node(.call(name, arguments), offset, arguments)
  }

  private mutating func arguments() throws(Recovery) -> [ExpressionSyntax] {
    try expect(.leftParenthesis, "before arguments")
    if take(.rightParenthesis) { return [] }
    if token.kind == .identifier("void"), peek(1) == .is(.rightParenthesis) {
      advance()
      advance()
      return []
    }
    var arguments: [ExpressionSyntax] = []
    repeat { arguments.append(try assignment()) } while take(.comma)
    try expect(.rightParenthesis, "after the arguments")
    return arguments
  }

  private mutating func node(
    _ kind: ExpressionSyntax.Kind, _ offset: Int, _ children: ExpressionSyntax...
  ) throws(Recovery) -> ExpressionSyntax {
    try node(kind, offset, children)
  }

  private mutating func node(
    _ kind: ExpressionSyntax.Kind, _ offset: Int, _ children: [ExpressionSyntax]
  ) throws(Recovery) -> ExpressionSyntax {
    let depth = 1 + (children.map(\.depth).max() ?? 0)
    // A chain of the maximum length may have operands of the maximum nesting.
    guard depth <= Parser.lengthLimit + Parser.depthLimit else { throw tooLong("operators", at: offset) }
    return ExpressionSyntax(kind: kind, offset: offset, depth: depth)
  }
}
