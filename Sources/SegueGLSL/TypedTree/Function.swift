/// A function with a body; the result is zero if the body ends without `return`.
package struct Function: Sendable {
  package typealias ID = Int

  /// A parameter, which is a variable of the function.
  package struct Parameter: Sendable {
    package let variable: Variable.ID
    package let direction: Direction
  }

  /// The direction in which an argument is copied.
  package enum Direction: Hashable, Sendable {
    /// The argument is copied into the parameter at the call.
    case `in`
    /// The parameter is copied to the argument at the return; the parameter starts as zero.
    case out
    /// The argument is copied into the parameter at the call, and the parameter to the argument at the
    /// return.
    case `inout`
  }

  package let id: ID
  package let name: String
  package let result: ShaderType
  package let parameters: [Parameter]
  package let body: [Statement]
  package let location: SourcePosition
}
