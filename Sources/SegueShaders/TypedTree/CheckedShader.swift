import Synchronization

/// A shader that compiles, as a tree in which everything is decided: names are resolved, every expression has its
/// type, conversions are spelled out, recursion is excluded.
package struct CheckedShader: Sendable, Hashable {

  /// Tells it from every other one of this process.
  let id = CheckedShader.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic(0)
  /// What was read, for what is said later of a place in it.
  let source: SourceText
  package let kind: EntryPoint.Kind
  /// What it is written for.
  let host: ShaderHost
  /// All variables; a `Variable.ID` is an index here.
  package let variables: [Variable]
  /// All functions; a `Function.ID` is an index here.
  package let functions: [Function]
  /// The function a host calls, in one of the forms of its kind.
  package let entryPoint: Function.ID
  /// The global variables and constants in the order of the source, each to be initialized once a pixel, in this
  /// order, before `entryPoint` runs.
  ///
  /// One without an initializer is zero.
  package let globals: [GlobalVariable]
  /// The uniforms a host sets, in the order of the source; `progress`, `ratio` and `resolution` are not among them.
  package let parameters: [ShaderParameter]
  /// Inputs that a fragment shader declares by `varying` or `in`, such as `textureCoordinate`.
  package let inputs: [Variable.ID]
  /// The variables that the source reads or writes somewhere.
  let used: Set<Variable.ID>
  /// The names in the text before macros are carried out, where a host defines some for its passes.
  let macros: Set<String>
  /// Whether it asks how much values change from pixel to pixel.
  let usesDerivatives: Bool
  /// Whether it asks for other levels of pictures than the first.
  let usesLevels: Bool
  /// The `vec4` in which `main` leaves the pixel's color; nil for other kinds.
  package let output: Variable.ID?
  /// What the comments at the top say.
  package let header: ShaderHeader
  /// What writes its inputs; nil where the host does.
  let vertex: VertexStage?
  /// What it renders one after another, the frame last; one frame where it says nothing.
  let passes: [ShaderPass]
  /// Warnings; there are no errors in a checked shader.
  package let warnings: [Shader.Diagnostic]
}

/// A picture that a shader renders.
struct ShaderPass: Sendable {
  /// The sampler that reads it; nil for the frame.
  var target: Variable.ID?
  /// Its size in pixels, numbers that depend on parameters only; nil for the frame's.
  var width: Expression?
  var height: Expression?
  /// Whether it is there in the next frame.
  var isKept = false
  /// Whether its pixels are floats.
  var hasFloats = false
}

extension CheckedShader {
  /// Whether v counts from the bottom up, in positions and pictures.
  var isFlipped: Bool { host.isFlipped }

  package static func == (a: CheckedShader, b: CheckedShader) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A global variable and its initial value.
package struct GlobalVariable: Sendable {
  package let variable: Variable.ID
  package let initial: Expression?
}
