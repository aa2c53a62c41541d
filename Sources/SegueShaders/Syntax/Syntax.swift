/// An operator between two operands, by its spelling.
enum InfixOperator: String {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case bitAnd = "&"
  case bitXor = "^"
  case bitOr = "|"
  case and = "&&"
  case xor = "^^"
  case or = "||"

  /// Higher ones bind tighter; all of one precedence group from the left.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .remainder: 11
    case .add, .subtract: 10
    case .shiftLeft, .shiftRight: 9
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 8
    case .equal, .notEqual: 7
    case .bitAnd: 6
    case .bitXor: 5
    case .bitOr: 4
    case .and: 3
    case .xor: 2
    case .or: 1
    }
  }
}

/// An operator before its operand.
enum PrefixOperator: String {
  case plus = "+"
  case minus = "-"
  case not = "!"
  case complement = "~"
}

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
  /// How many expressions contain one another here, at most.
  let depth: Int
}

/// A type as it is written.
struct TypeSyntax {
  let name: String
  let offset: Int
  /// The sizes in brackets; nil for empty ones.
  var sizes: [ExpressionSyntax?] = []
}

/// What stands before the type of a declaration.
struct Qualifiers {
  enum Storage: String {
    case uniform, varying, `in`, out, `inout`
  }

  var storage: Storage?
  var isConstant = false
}

/// A name in a declaration, and what belongs to it alone.
struct Declarator {
  let name: String
  let offset: Int
  let sizes: [ExpressionSyntax?]
  let initial: ExpressionSyntax?
  /// Of the comma or semicolon after it.
  var end: Int
}

/// Variables of one type: `const float a = 1.0, b[2];`.
struct VariablesSyntax {
  let qualifiers: Qualifiers
  let type: TypeSyntax
  var declarators: [Declarator]
}

/// A structure's declaration.
struct StructureSyntax {
  let name: String
  let offset: Int
  let fields: [VariablesSyntax]
}

/// A function, or its prototype.
struct FunctionSyntax {
  struct Parameter {
    let direction: Function.Direction
    let isConstant: Bool
    let type: TypeSyntax
    /// Empty if it has no name.
    let name: String
    let offset: Int
    let sizes: [ExpressionSyntax?]
  }

  let result: TypeSyntax
  let name: String
  let offset: Int
  let parameters: [Parameter]
  /// Nil for a prototype.
  let body: [StatementSyntax]?
}

/// A declaration outside functions.
enum DeclarationSyntax {
  case structure(StructureSyntax)
  case variables(VariablesSyntax)
  case function(FunctionSyntax)
}

/// A statement as it is written.
struct StatementSyntax {
  indirect enum Kind {
    case structure(StructureSyntax)
    case variables(VariablesSyntax)
    case expression(ExpressionSyntax)
    case block([StatementSyntax])
    case `if`(ExpressionSyntax, StatementSyntax, StatementSyntax?)
    case `for`(StatementSyntax?, ExpressionSyntax?, ExpressionSyntax?, StatementSyntax)
    case `while`(ExpressionSyntax, StatementSyntax)
    case `do`(StatementSyntax, ExpressionSyntax)
    case `switch`(ExpressionSyntax, [SectionSyntax])
    case `break`
    case `continue`
    case discard
    case `return`(ExpressionSyntax?)
    case empty
  }

  let kind: Kind
  let offset: Int
}

/// A part of a `switch`.
struct SectionSyntax {
  /// The labels and their places; nil is `default`.
  var labels: [(value: ExpressionSyntax?, offset: Int)]
  var body: [StatementSyntax]
}
