extension Parser {
  /// Parses statements within braces, from the opening brace on; after an error, continues with the next
  /// statement.
  mutating func block() throws(Recovery) -> [StatementSyntax] {
    try expect(.leftBrace, "before statements")
    var statements: [StatementSyntax] = []
    while token.kind != .is(.rightBrace) {
      guard token.kind != .end else { throw unexpected("'}' after statements") }
      let start = position
      do throws(Recovery) {
        statements.append(try statement())
      } catch {
        skipStatement(from: start)
      }
    }
    advance()
    return statements
  }

  /// Skips the rest of the statement that began at `start`: past its `;` or `}`, or to the `}` of the
  /// enclosing block.
  ///
  /// A `;` in parentheses counts only at the end of a line, since it may belong to the header of a `for`.
  private mutating func skipStatement(from start: Int) {
    let failure = position
    position = start
    var (braces, parentheses) = (0, 0)
    while token.kind != .end {
      let kind = token.kind
      if kind == .is(.rightBrace), braces == 0 { return }
      advance()
      switch kind {
      case .is(.leftParenthesis): parentheses += 1
      case .is(.rightParenthesis): parentheses -= 1
      case .is(.leftBrace): braces += 1
      case .is(.rightBrace):
        braces -= 1
        if braces == 0, position > failure, !take("else") { return }
      case .is(.semicolon) where braces == 0 && (parentheses <= 0 || token.startsLine):
        if position > failure { return }
      default: break
      }
    }
  }

  mutating func statement() throws(Recovery) -> StatementSyntax {
    try nested { parser throws(Recovery) in
      let offset = parser.token.offset
      return StatementSyntax(kind: try parser.statementKind(), offset: offset)
    }
  }

  private mutating func statementKind() throws(Recovery) -> StatementSyntax.Kind {
    switch token.kind {
    case .is(.leftBrace): return .block(try block())
    case .is(.semicolon):
      advance()
      return .empty
    case .identifier("if"): return try ifStatement()
    case .identifier("for"): return try forStatement()
    case .identifier("while"):
      advance()
      try expect(.leftParenthesis, "after 'while'")
      if let declared = try declaredCondition() {
        try expect(.rightParenthesis, "after a condition")
        return .for(nil, nil, nil, turn(declared, try statement()))
      }
      let condition = try expression()
      try expect(.rightParenthesis, "after a condition")
      return .while(condition, try statement())
    case .identifier("do"): return try doStatement()
    case .identifier("switch"): return try switchStatement()
    case .identifier("break"), .identifier("continue"), .identifier("discard"), .identifier("return"):
      return try jump()
    case .identifier("else"): throw error("'else' without 'if'", at: token.offset)
    case .identifier("case"), .identifier("default"):
      throw error("\(token.kind.description) outside of a 'switch'", at: token.offset)
    case .identifier("precision"):
      advance()
      try skipPrecision()
      return .empty
    case .identifier("struct"):
      let structure = try structure()
      if take(.semicolon) { return .structure(structure, nil) }
      let type = TypeSyntax(name: structure.name, offset: structure.offset)
      return .structure(structure, try variables(Qualifiers(), type))
    default: return try simpleStatement()
    }
  }

  /// Parses a declaration or an expression, with its semicolon.
  private mutating func simpleStatement() throws(Recovery) -> StatementSyntax.Kind {
    let start = position
    let qualifiers = try qualifiers()
    if position > start || startsType() { return .variables(try variables(qualifiers, try type())) }
    let expression = try expression()
    try expect(.semicolon, "after an expression")
    return .expression(expression)
  }

  private mutating func parenthesized(_ place: String) throws(Recovery) -> ExpressionSyntax {
    try expect(.leftParenthesis, place)
    let expression = try expression()
    try expect(.rightParenthesis, "after a condition")
    return expression
  }

  private mutating func ifStatement() throws(Recovery) -> StatementSyntax.Kind {
    var parts: [(condition: ExpressionSyntax, then: StatementSyntax, offset: Int)] = []
    var last: StatementSyntax?
    let outer = links
    defer { links = outer }
    repeat {
      let offset = token.offset
      guard take("if") else {
        last = try statement()
        break
      }
      guard links < Parser.lengthLimit else { throw tooLong("'else if'", at: offset) }
      links += 1
      parts.append((try parenthesized("after 'if'"), try statement(), offset))
    } while take("else")
    for part in parts.dropFirst().reversed() {
      last = StatementSyntax(kind: .if(part.condition, part.then, last), offset: part.offset)
    }
    return .if(parts[0].condition, parts[0].then, last)
  }

  /// Parses `bool go = …` as a loop's condition; nil for an expression.
  private mutating func declaredCondition() throws(Recovery) -> VariablesSyntax? {
    let start = position
    let qualifiers = try qualifiers()
    guard position > start || startsType() else { return nil }
    let type = try type()
    let name = try expectName("a condition's name")
    guard take(.assign) else { throw unexpected("'=' after a condition's name") }
    let declarator = Declarator(
      name: name.text, offset: name.offset, sizes: [], initial: try assignment(), end: token.offset)
    return VariablesSyntax(qualifiers: qualifiers, type: type, declarators: [declarator])
  }

  /// Returns the body of a loop with a declaration as its condition; the condition is evaluated at the start
  /// of each iteration, and ends the loop if false.
  private func turn(_ condition: VariablesSyntax, _ body: StatementSyntax) -> StatementSyntax {
    let declarator = condition.declarators[0]
    func statement(_ kind: StatementSyntax.Kind) -> StatementSyntax {
      StatementSyntax(kind: kind, offset: declarator.offset)
    }
    let name = ExpressionSyntax(kind: .name(declarator.name), offset: declarator.offset, depth: 1)
    let test = statement(.if(name, statement(.empty), statement(.break)))
    return statement(.block([statement(.variables(condition)), test, body]))
  }

  private mutating func forStatement() throws(Recovery) -> StatementSyntax.Kind {
    advance()
    try expect(.leftParenthesis, "after 'for'")
    let offset = token.offset
    let initial: StatementSyntax? =
      take(.semicolon) ? nil : StatementSyntax(kind: try simpleStatement(), offset: offset)
    let declared = try declaredCondition()
    let condition: ExpressionSyntax? =
      declared != nil || token.kind == .is(.semicolon) ? nil : try expression()
    try expect(.semicolon, "after the condition of 'for'")
    let step: ExpressionSyntax? = token.kind == .is(.rightParenthesis) ? nil : try expression()
    try expect(.rightParenthesis, "after the head of 'for'")
    let body = try statement()
    return .for(initial, condition, step, declared.map { turn($0, body) } ?? body)
  }

  private mutating func doStatement() throws(Recovery) -> StatementSyntax.Kind {
    advance()
    let body = try statement()
    guard take("while") else { throw unexpected("'while' after the body of 'do'") }
    let condition = try parenthesized("after 'while'")
    try expect(.semicolon, "after 'do … while'")
    return .do(body, condition)
  }

  private mutating func jump() throws(Recovery) -> StatementSyntax.Kind {
    guard case .identifier(let word) = token.kind else { throw unexpected("a statement") }
    advance()
    let kind: StatementSyntax.Kind
    switch word {
    case "break": kind = .break
    case "continue": kind = .continue
    case "discard": kind = .discard
    default:
      let value: ExpressionSyntax? = token.kind == .is(.semicolon) ? nil : try expression()
      kind = .return(value)
    }
    try expect(.semicolon, "after '\(word)'")
    return kind
  }

  private mutating func switchStatement() throws(Recovery) -> StatementSyntax.Kind {
    advance()
    let value = try parenthesized("after 'switch'")
    try expect(.leftBrace, "after the value of 'switch'")
    var cases: [SwitchCaseSyntax] = []
    while !take(.rightBrace) {
      let offset = token.offset
      var label: ExpressionSyntax?
      if take("case") {
        label = try expression()
      } else if !take("default") {
        guard !cases.isEmpty else { throw unexpected("'case' or 'default'") }
        cases[cases.count - 1].body.append(try statement())
        continue
      }
      try expect(.colon, "after a label")
      if let last = cases.last, last.body.isEmpty {
        cases[cases.count - 1].labels.append((label, offset))
      } else {
        cases.append(SwitchCaseSyntax(labels: [(label, offset)], body: []))
      }
    }
    return .switch(value, cases)
  }
}
