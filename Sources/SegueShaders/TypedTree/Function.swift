/// A function with a body.
///
/// Where the body ends without `return`, the result is zero.
package struct Function: Sendable {
  package typealias ID = Int

  /// A parameter, which is a variable of the function.
  package struct Parameter: Sendable {
    package let variable: Variable.ID
    package let direction: Direction
  }

  /// Which way an argument is copied.
  package enum Direction: Hashable, Sendable {
    /// Into the parameter at the call.
    case `in`
    /// From the parameter at the return; the parameter starts as zero.
    case out
    /// Both.
    case `inout`
  }

  package let id: ID
  package let name: String
  package let result: ShaderType
  package let parameters: [Parameter]
  package let body: [Statement]
  package let location: SourcePosition
}
