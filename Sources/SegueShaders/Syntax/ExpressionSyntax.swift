/// An expression as it is written.
struct ExpressionSyntax {
  indirect enum Kind {
    case literal(Literal)
    case name(String)
    /// A function, or the constructor of a structure.
    case call(String, [ExpressionSyntax])
    /// The constructor of a type with a keyword, or of an array.
    case construct(TypeSyntax, [ExpressionSyntax])
    case member(ExpressionSyntax, String)
    case index(ExpressionSyntax, ExpressionSyntax)
    case length(ExpressionSyntax)
    case prefix(PrefixOperator, ExpressionSyntax)
    case step(ExpressionSyntax, by: Int, postfix: Bool)
    case infix(InfixOperator, ExpressionSyntax, ExpressionSyntax)
    case select(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    case assign(InfixOperator?, ExpressionSyntax, ExpressionSyntax)
    case sequence(ExpressionSyntax, ExpressionSyntax)
  }

  let kind: Kind
  /// Of the operator, of a member's name, or of the first token.
  let offset: Int
  /// How many expressions contain one another here, at most: brackets within brackets, and the operands of a chain of operators.
  let depth: Int
}
