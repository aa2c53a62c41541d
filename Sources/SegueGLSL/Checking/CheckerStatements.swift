extension Checker {
  mutating func statements(_ syntax: [StatementSyntax]) -> [Statement] {
    syntax.flatMap { sink.isFull ? [] : statement($0) }
  }

  /// Checks a branch in a new scope.
  private mutating func branch(_ syntax: StatementSyntax) -> [Statement] {
    scoped { checker in
      if case .block(let inner) = syntax.kind { checker.statements(inner) } else { checker.statement(syntax) }
    }
  }

  /// Checks a statement; returns no statement after an error, and several for a declaration.
  private mutating func statement(_ syntax: StatementSyntax) -> [Statement] {
    do throws(Recovery) {
      return try kinds(syntax).map { Statement(kind: $0, location: location(syntax.offset)) }
    } catch {
      return []
    }
  }

  private mutating func kinds(_ syntax: StatementSyntax) throws(Recovery) -> [Statement.Kind] {
    switch syntax.kind {
    case .empty: return []
    case .structure(let structure, let variables):
      self.structure(structure)
      return variables.map { localVariables($0) } ?? []
    case .variables(let variables): return localVariables(variables)
    case .expression(let value): return [.expression(try expression(value))]
    case .block(let inner): return [.block(scoped { $0.statements(inner) })]
    case .if(let condition, let then, let other):
      let checked = conditionOrNil(condition)
      let (then, other) = (branch(then), other.map { branch($0) } ?? [])
      guard let checked else { throw Recovery() }
      return [.if(checked, then: then, else: other)]
    case .for(let initial, let condition, let step, let body):
      return [.loop(try scoped { $0.loop(initial, condition, step, body, testsFirst: true) }.get())]
    case .while(let condition, let body):
      return [.loop(try scoped { $0.loop(nil, condition, nil, body, testsFirst: true) }.get())]
    case .do(let body, let condition):
      return [.loop(try scoped { $0.loop(nil, condition, nil, body, testsFirst: false) }.get())]
    case .switch(let value, let cases): return [try switchStatement(value, cases)]
    case .break:
      guard loopDepth + switchDepth > 0 else {
        throw error("'break' outside of a loop or 'switch'", at: syntax.offset)
      }
      return [.break]
    case .continue:
      guard loopDepth > 0 else { throw error("'continue' outside of a loop", at: syntax.offset) }
      return [.continue]
    case .discard:
      if kind != .fragment {
        throw error(
          "'discard' is for fragment shaders: \(kind.noun) has a color everywhere", at: syntax.offset)
      }
      return [.discard]
    case .return(let value): return [.return(try returned(value, at: syntax.offset))]
    }
  }

  private mutating func localVariables(_ syntax: VariablesSyntax) -> [Statement.Kind] {
    var kinds: [Statement.Kind] = []
    for declarator in syntax.declarators {
      do throws(Recovery) {
        if let storage = syntax.qualifiers.storage {
          throw error("'\(storage.rawValue)' cannot be declared within a function", at: declarator.offset)
        }
        let (id, initial) = try variable(syntax, declarator, .local)
        kinds.append(.declare(id, initial: initial))
      } catch {
        passOver(syntax, declarator)
      }
    }
    return kinds
  }

  private mutating func condition(_ syntax: ExpressionSyntax) throws(Recovery) -> Expression {
    let condition = try expression(syntax)
    guard condition.type == .bool else {
      throw error("a condition must be 'bool', not '\(condition.type)'", at: syntax.offset)
    }
    return condition
  }

  /// Checks a condition; returns nil after an error, so that the statement's body is still checked.
  private mutating func conditionOrNil(_ syntax: ExpressionSyntax) -> Expression? {
    do throws(Recovery) { return try condition(syntax) } catch { return nil }
  }

  private mutating func loop(
    _ initial: StatementSyntax?, _ condition: ExpressionSyntax?, _ step: ExpressionSyntax?,
    _ body: StatementSyntax,
    testsFirst: Bool
  ) -> Result<Loop, Recovery> {
    let start = initial.map { statement($0) } ?? []
    let checked = condition.map { conditionOrNil($0) }
    var last: Expression?
    var failed = false
    if let step {
      do throws(Recovery) { last = try expression(step) } catch { failed = true }
    }
    loopDepth += 1
    let turn = branch(body)
    loopDepth -= 1
    if case .some(nil) = checked { failed = true }
    if failed { return .failure(Recovery()) }
    return .success(
      Loop(initial: start, condition: checked ?? nil, step: last, body: turn, testsFirst: testsFirst))
  }

  private mutating func switchStatement(
    _ syntax: ExpressionSyntax, _ cases: [SwitchCaseSyntax]
  ) throws(Recovery) -> Statement.Kind {
    let value = try expression(syntax)
    guard value.type == .int || value.type == .uint, let scalar = value.type.scalar else {
      throw error("the value of 'switch' must be an integer, not '\(value.type)'", at: syntax.offset)
    }
    var seen: Set<Literal?> = []
    var checked: [SwitchCase] = []
    switchDepth += 1
    scopes.append([:])
    defer {
      scopes.removeLast()
      switchDepth -= 1
    }
    for one in cases {
      var labels: [Literal?] = []
      for (label, offset) in one.labels {
        do throws(Recovery) {
          let literal = try label.map { label throws(Recovery) in try self.label(label, scalar) }
          guard seen.insert(literal).inserted else { throw error("this label is there twice", at: offset) }
          labels.append(literal)
        } catch {}
      }
      checked.append(SwitchCase(labels: labels, body: statements(one.body)))
    }
    return .switch(value, checked)
  }

  private mutating func label(_ syntax: ExpressionSyntax, _ scalar: Scalar) throws(Recovery) -> Literal {
    let label = try expression(syntax)
    guard let value = folder.components(of: label)?.first, value.scalar == .int || value.scalar == .uint,
      label.type.componentCount == 1, let literal = value.converted(to: scalar)
    else { throw error("a label must be a constant integer", at: syntax.offset) }
    return literal
  }

  private mutating func returned(_ value: ExpressionSyntax?, at offset: Int) throws(Recovery) -> Expression? {
    let (name, result) = (current?.name ?? "", current?.result ?? .void)
    guard let value else {
      guard result == .void else { throw error("'\(name)' must return '\(result)'", at: offset) }
      return nil
    }
    guard result != .void else {
      throw error("'\(name)' is 'void' and cannot return a value", at: value.offset)
    }
    return try converted(try expression(value), to: result, "return from '\(name)'", at: value.offset)
  }
}
