/// A statement of a function's body.
package struct Statement: Sendable {
  package indirect enum Kind: Sendable {
    /// Declares a local variable; each time the statement is reached, sets the variable to its initial value,
    /// or to zero.
    case declare(Variable.ID, initial: Expression?)
    case expression(Expression)
    case block([Statement])
    case `if`(Expression, then: [Statement], else: [Statement])
    case loop(Loop)
    /// Jumps to the `case` with the label of the scalar `int` or `uint`, else to `default`; continues through
    /// following cases until a `break`.
    case `switch`(Expression, [SwitchCase])
    /// Leaves the innermost loop or `switch`.
    case `break`
    /// Jumps to the end of the iteration of the innermost loop.
    case `continue`
    case `return`(Expression?)
    /// Ends the computation of the pixel, whose color becomes transparent black.
    case discard
  }

  package let kind: Kind
  package let location: SourcePosition
}

/// A `for`, `while` or `do` loop.
package struct Loop: Sendable {
  /// Statements run once before the loop.
  package let initial: [Statement]
  /// The condition, evaluated before each iteration, or after each iteration of a `do` loop; nil stands for
  /// true.
  package let condition: Expression?
  /// The step, evaluated after each iteration and each `continue`, before the condition.
  package let step: Expression?
  package let body: [Statement]
  /// Whether the condition is evaluated before the first iteration; false in a `do` loop.
  package let testsFirst: Bool
}

/// A part of a `switch`: its labels and the statements that follow.
package struct SwitchCase: Sendable {
  /// The labels, at least one; nil stands for `default`.
  package let labels: [Literal?]
  package let body: [Statement]
}
