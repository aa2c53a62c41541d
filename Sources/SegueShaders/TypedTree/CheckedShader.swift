/// A shader that compiles, as a tree in which everything is decided: names are resolved, every expression has its
/// type, conversions are spelled out, recursion is excluded.
package struct CheckedShader: Sendable {
  /// What a host calls.
  package enum Kind: Hashable, Sendable {
    /// `vec4 transition(vec2 uv)` after the GL Transition Specification, version 1.
    case transition
    /// `void main()`, which leaves the pixel's color in `output`.
    case fragment
  }

  /// What was read, for what is said later of a place in it.
  let source: SourceText
  package let kind: Kind
  /// All variables; a `Variable.ID` is an index here.
  package let variables: [Variable]
  /// All functions; a `Function.ID` is an index here.
  package let functions: [Function]
  /// The function a host calls: `transition`, whose one parameter is the position, or `main`.
  package let entryPoint: Function.ID
  /// The global variables and constants in the order of the source, each to be initialized once a pixel, in this
  /// order, before `entryPoint` runs.
  ///
  /// One without an initializer is zero.
  package let globals: [GlobalVariable]
  /// The uniforms a host sets, in the order of the source; `progress` and `ratio` are not among them.
  package let parameters: [ShaderParameter]
  /// Inputs that a fragment shader declares by `varying` or `in`, such as `textureCoordinate`.
  package let inputs: [Variable.ID]
  /// The variables that the source reads or writes somewhere.
  let used: Set<Variable.ID>
  /// The `vec4` in which `main` leaves the pixel's color; nil for a transition.
  package let output: Variable.ID?
  /// What the comments at the top say.
  package let header: ShaderHeader
  /// Warnings; there are no errors in a checked shader.
  package let warnings: [Shader.Diagnostic]
}

/// A global variable and its initial value.
package struct GlobalVariable: Sendable {
  package let variable: Variable.ID
  package let initial: Expression?
}
