/// A variable of any kind.
package struct Variable: Sendable {
  package typealias ID = Int

  /// Where the value comes from and lives.
  package enum Storage: Hashable, Sendable {
    /// Declared in a function; without an initializer its value is zero. Those without a name stand for intermediate
    /// values: they are assigned before they are read, and not declared.
    case local
    /// A function's parameter.
    case parameter
    /// Declared outside functions: see `CheckedShader.globals`.
    case global
    /// Set by the host, the same for all pixels.
    case uniform
    /// A fragment shader's `varying` or `in`.
    case input
    /// `gl_FragColor`, or what a fragment shader declares by `out`.
    case output
    /// What the host knows of the frame; the same for all pixels, but for `gl_FragCoord`.
    case host(HostValue)
  }

  package let id: ID
  package let name: String
  package let type: ShaderType
  package let storage: Storage
  /// Whether the source may not assign it.
  package let isConstant: Bool
  package let location: SourcePosition
}
