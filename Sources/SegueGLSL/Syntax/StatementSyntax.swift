/// The syntax of a statement.
struct StatementSyntax {
  indirect enum Kind {
    /// A structure, and variables declared with it.
    case structure(StructureSyntax, VariablesSyntax?)
    case variables(VariablesSyntax)
    case expression(ExpressionSyntax)
    case block([StatementSyntax])
    case `if`(ExpressionSyntax, StatementSyntax, StatementSyntax?)
    case `for`(StatementSyntax?, ExpressionSyntax?, ExpressionSyntax?, StatementSyntax)
    case `while`(ExpressionSyntax, StatementSyntax)
    case `do`(StatementSyntax, ExpressionSyntax)
    case `switch`(ExpressionSyntax, [SwitchCaseSyntax])
    case `break`
    case `continue`
    case discard
    case `return`(ExpressionSyntax?)
    case empty
  }

  let kind: Kind
  let offset: Int
}

/// A part of a `switch`: its labels and the statements that follow.
struct SwitchCaseSyntax {
  /// The labels and their offsets; the value nil stands for `default`.
  var labels: [(value: ExpressionSyntax?, offset: Int)]
  var body: [StatementSyntax]
}
