/// The vertex shader of a fragment shader.
struct VertexStage: Sendable {
  let source: SourceText
  let entryPoint: Function.ID
  /// Its own global variables, to be initialized before it runs.
  let globals: [GlobalVariable]
  /// What it is given at each corner: positions by name.
  let attributes: [Variable.ID]
  /// What it writes, by the fragment shader's inputs.
  let outputs: [Variable.ID: Variable.ID]
}
