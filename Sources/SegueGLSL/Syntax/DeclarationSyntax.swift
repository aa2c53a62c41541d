/// A declaration outside functions.
enum DeclarationSyntax {
  case structure(StructureSyntax)
  case variables(VariablesSyntax)
  case function(FunctionSyntax)
  case block(BlockSyntax)
}

/// The syntax of a type.
struct TypeSyntax {
  let name: String
  let offset: Int
  /// The array sizes in brackets after the name; nil for empty brackets.
  var sizes: [ExpressionSyntax?] = []
}

/// Qualifiers before the type of a declaration.
struct Qualifiers {
  enum Storage: String {
    case uniform, varying, `in`, out, `inout`
  }

  var storage: Storage?
  var isConstant = false
}

/// A name in a declaration, with its own array sizes and initial value.
struct Declarator {
  let name: String
  let offset: Int
  let sizes: [ExpressionSyntax?]
  let initial: ExpressionSyntax?
  /// The offset of the comma or semicolon after the declarator.
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

/// A uniform block: `layout(std140) uniform Light { vec3 color; float level; } light;`.
struct BlockSyntax {
  let name: String
  let offset: Int
  /// The declarations of the members, each with the storage `uniform`.
  let members: [VariablesSyntax]
  /// The instance name, with its array sizes; nil if the source uses members without an instance name.
  let instance: Declarator?
}

/// A function, or its prototype.
struct FunctionSyntax {
  struct Parameter {
    let direction: Function.Direction
    let isConstant: Bool
    let type: TypeSyntax
    /// The name; empty for an unnamed parameter.
    let name: String
    let offset: Int
    let sizes: [ExpressionSyntax?]
  }

  let result: TypeSyntax
  let name: String
  let offset: Int
  let parameters: [Parameter]
  /// The body; nil for a prototype.
  let body: [StatementSyntax]?
}
