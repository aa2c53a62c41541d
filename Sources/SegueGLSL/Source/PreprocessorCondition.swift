/// The integer expression of an `#if`, with expanded macros.
struct PreprocessorCondition {
  private let tokens: [Token]
  private let sink: DiagnosticSink
  private var position = 0
  private var depth = 0
  /// The number of enclosing short-circuited operands, which are parsed without evaluation.
  private var idle = 0
  private let end: Int

  init(_ tokens: [Token], after directive: Token, _ sink: DiagnosticSink) {
    self.tokens = tokens
    self.sink = sink
    end = tokens.last?.offset ?? directive.offset
  }

  /// Whether the value is not zero; false after an error.
  mutating func holds() -> Bool { value().map { $0 != 0 } ?? false }

  /// Evaluates the expression; nil after an error.
  mutating func value() -> Int64? {
    do throws(Recovery) {
      let value = try binary(above: 0)
      if position < tokens.count {
        throw error("unexpected \(tokens[position].kind.description) in a condition")
      }
      return value
    } catch {
      return nil
    }
  }

  private func error(_ message: String) -> Recovery {
    sink.error(message, at: position < tokens.count ? tokens[position].offset : end)
    return Recovery()
  }

  /// Parses and evaluates an expression whose binary operators have a precedence above `level`.
  private mutating func binary(above level: Int) throws(Recovery) -> Int64 {
    var value = try unary()
    while position < tokens.count, case .punctuator(let punctuator) = tokens[position].kind,
      let infix = InfixOperator(rawValue: punctuator.rawValue), infix.precedence > level
    {
      let start = position
      position += 1
      let isDecided = infix == .and && value == 0 || infix == .or && value != 0
      if isDecided { idle += 1 }
      let right = try binary(above: infix.precedence)
      if isDecided { idle -= 1 }
      guard idle == 0 else { continue }
      guard let result = PreprocessorCondition.apply(infix, value, right) else {
        position = start
        throw error("division by zero in a condition")
      }
      value = result
    }
    return value
  }

  private mutating func unary() throws(Recovery) -> Int64 {
    guard position < tokens.count else { throw error("expected a number at the end of a condition") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.depthLimit else { throw error("this condition is nested too deep") }
    let token = tokens[position]
    switch token.kind {
    case .int(let value), .uint(let value):
      position += 1
      return Int64(value)
    case .is(.minus):
      position += 1
      return 0 &- (try unary())
    case .is(.plus):
      position += 1
      return try unary()
    case .is(.not):
      position += 1
      return try unary() == 0 ? 1 : 0
    case .is(.complement):
      position += 1
      return ~(try unary())
    case .is(.leftParenthesis):
      position += 1
      let value = try binary(above: 0)
      guard position < tokens.count, tokens[position].kind == .is(.rightParenthesis) else {
        throw error("expected ')' in a condition")
      }
      position += 1
      return value
    case .identifier where idle > 0:
      position += 1
      if position < tokens.count, tokens[position].kind == .is(.leftParenthesis) { skipParentheses() }
      return 0
    case .identifier(let name): throw error("'\(name)' is no macro here; ask with defined(\(name))")
    default: throw error("expected an integer in a condition, found \(token.kind.description)")
    }
  }

  /// Skips from `(` past the matching `)`.
  private mutating func skipParentheses() {
    var open = 0
    repeat {
      switch tokens[position].kind {
      case .is(.leftParenthesis): open += 1
      case .is(.rightParenthesis): open -= 1
      default: break
      }
      position += 1
    } while open > 0 && position < tokens.count
  }

  /// Applies an operator in wrapping 64-bit arithmetic; nil for a division by zero.
  private static func apply(_ infix: InfixOperator, _ a: Int64, _ b: Int64) -> Int64? {
    switch infix {
    case .add: a &+ b
    case .subtract: a &- b
    case .multiply: a &* b
    case .divide: b == 0 ? nil : a.dividedReportingOverflow(by: b).partialValue
    case .remainder: b == 0 ? nil : a.remainderReportingOverflow(dividingBy: b).partialValue
    case .shiftLeft: a &<< b
    case .shiftRight: a &>> b
    case .bitAnd: a & b
    case .bitOr: a | b
    case .bitXor: a ^ b
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .greaterOrEqual: a >= b ? 1 : 0
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .and: a != 0 && b != 0 ? 1 : 0
    case .or: a != 0 || b != 0 ? 1 : 0
    case .xor: (a != 0) != (b != 0) ? 1 : 0
    }
  }
}
