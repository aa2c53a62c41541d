/// A variable of a shader: local, global, parameter, uniform, input or output.
package struct Variable: Sendable {
  package typealias ID = Int

  /// The storage of a variable.
  package enum Storage: Hashable, Sendable {
    /// A variable declared in a function; the initial value is zero without an initializer. An unnamed
    /// variable holds an intermediate value; it has no declaration, and is assigned before it is read.
    case local
    /// A function's parameter.
    case parameter
    /// A variable declared outside functions, initialized as `CheckedShader.globals` describes.
    case global
    /// A uniform, which the host or the user sets, with one value for all pixels.
    case uniform
    /// A `varying` or `in` variable of a fragment shader.
    case input
    /// `gl_FragColor` or another built-in output, or an `out` variable of a fragment shader.
    case output
    /// A predeclared name for a value of the host, which is one value for all pixels, except for
    /// `gl_FragCoord`.
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
