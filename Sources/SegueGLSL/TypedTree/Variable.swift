/// A variable of a shader: local, global, parameter, uniform, input or output.
package struct Variable: Sendable {
  package typealias ID = Int

  /// The storage of a variable.
  package enum Storage: Hashable, Sendable {
    /// Declared in a function; the initial value is zero without an initializer. An unnamed variable holds an
    /// intermediate value; it has no declaration, and is assigned before it is read.
    case local
    /// A function's parameter.
    case parameter
    /// Declared outside functions: see `CheckedShader.globals`.
    case global
    /// Set by the host, uniform for all pixels.
    case uniform
    /// A fragment shader's `varying` or `in`.
    case input
    /// `gl_FragColor`, or an `out` variable of a fragment shader.
    case output
    /// A value of the host; uniform for all pixels, except `gl_FragCoord`.
    case host(HostValue)
  }

  package let id: ID
  package let name: String
  package let type: ShaderType
  package let storage: Storage
  /// Whether the source must not assign the variable.
  package let isConstant: Bool
  package let location: SourcePosition
}
