/// The syntax of an expression.
struct ExpressionSyntax {
  indirect enum Kind {
    case literal(Literal)
    case name(String)
    /// A call of a function or of a structure's constructor.
    case call(String, [ExpressionSyntax])
    /// A constructor call of a built-in type, such as `vec3(…)`, or of an array.
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
  /// The offset of the operator, of a member's name, or of the first token.
  let offset: Int
  /// The depth of the expression tree.
  let depth: Int
}
