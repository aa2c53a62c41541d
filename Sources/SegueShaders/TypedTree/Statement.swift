/// A statement of a function's body.
package struct Statement: Sendable {
  package indirect enum Kind: Sendable {
    /// Makes a local variable anew, each time it is reached: the initial value, or zero.
    case declare(Variable.ID, initial: Expression?)
    case expression(Expression)
    case block([Statement])
    case `if`(Expression, then: [Statement], else: [Statement])
    case loop(Loop)
    /// Goes to the `case` with the label of the scalar `int` or `uint`, else to that of `default`, and on through
    /// the following ones until a `break`.
    case `switch`(Expression, [SwitchCase])
    /// Leaves the innermost loop or `switch`.
    case `break`
    /// Goes to the end of the innermost loop's turn.
    case `continue`
    case `return`(Expression?)
    /// Ends the pixel; its color is transparent black.
    case discard
  }

  package let kind: Kind
  package let location: SourcePosition
}

/// A `for`, `while` or `do` loop.
package struct Loop: Sendable {
  /// Run once, before anything else.
  package let initial: [Statement]
  /// Evaluated before each turn, or after it in a `do` loop; nil is true.
  package let condition: Expression?
  /// Evaluated after each turn and each `continue`, before the condition.
  package let step: Expression?
  package let body: [Statement]
  /// Whether the condition is evaluated before the first turn: not in a `do` loop.
  package let testsFirst: Bool
}

/// A part of a `switch`.
package struct SwitchCase: Sendable {
  /// Its labels, at least one; nil is `default`.
  package let labels: [Literal?]
  package let body: [Statement]
}
