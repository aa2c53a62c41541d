import Synchronization

/// The typed tree of a valid shader, with resolved names, known types, explicit conversions and no recursion.
package struct CheckedShader: Sendable, Hashable {

  /// A number, unique within this process, by which shaders are compared.
  package let id = CheckedShader.count.add(1, ordering: .relaxed).newValue
  private static let count = Atomic(0)
  /// The source, for later diagnostics.
  package let source: SourceText
  package let kind: EntryPoint.Kind
  /// The host that the shader is written for.
  package let host: ShaderHost
  /// All variables; a `Variable.ID` is an index into this array.
  package let variables: [Variable]
  /// All functions; a `Function.ID` is an index into this array.
  package let functions: [Function]
  /// The entry point; its signature is one of `kind.forms`.
  package let entryPoint: Function.ID
  /// Global variables and constants in the order of the source, in which they are initialized for each pixel
  /// before `entryPoint` runs.
  ///
  /// The initial value is zero without an initializer.
  package let globals: [GlobalVariable]
  /// The uniforms that a user or a host sets, without the names that the host predeclares: samplers of the
  /// frame's pictures first, the rest in the order of declaration, apart from cube maps and samplers without
  /// an input.
  package let parameters: [ShaderParameter]
  /// Inputs that a fragment shader declares by `varying` or `in`, such as `textureCoordinate`.
  package let inputs: [Variable.ID]
  /// The variables that the source reads or writes.
  package let used: Set<Variable.ID>
  /// All identifiers of the source before preprocessing, if the host defines a macro for each pass; else
  /// empty.
  package let macros: Set<String>
  /// Whether the shader calls a derivative function, such as `dFdx`.
  package let usesDerivatives: Bool
  /// Whether the shader calls a function that may read mipmap levels other than level 0.
  package let usesLevels: Bool
  /// The output variable whose first four components are the pixel's color after `main`; nil for other kinds
  /// of shaders.
  package let output: Variable.ID?
  /// The header in the comments at the top.
  package let header: ShaderHeader
  /// The vertex shader that writes the inputs; nil if the host provides the inputs.
  let vertex: VertexStage?
  /// The rendered passes in order, of which the last renders the frame; empty for a shader without declared
  /// passes.
  package let passes: [ShaderPass]
  /// Warnings; there are no errors in a checked shader.
  package let warnings: [ShaderError.Diagnostic]
}

/// A rendered pass of a shader with several passes.
package struct ShaderPass: Sendable {
  /// The sampler that reads the result of the pass; nil if no sampler reads it.
  package var target: Variable.ID?
  /// The size in pixels, as expressions of parameters only; nil for the frame's size.
  package var width: Expression?
  package var height: Expression?
  /// Whether the next frame can read the result of the pass.
  package var isKept = false
  /// Whether the result of the pass has four floats a pixel.
  package var hasFloats = false
}

extension CheckedShader {
  /// Whether v points up, in positions and pictures.
  package var isFlipped: Bool { host.isFlipped }

  package static func == (a: CheckedShader, b: CheckedShader) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A global variable and its initial value.
package struct GlobalVariable: Sendable {
  package let variable: Variable.ID
  package let initial: Expression?
}
