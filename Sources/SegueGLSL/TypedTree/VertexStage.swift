/// The vertex shader of a fragment shader.
package struct VertexStage: Sendable {
  let source: SourceText
  let entryPoint: Function.ID
  /// The vertex shader's global variables, initialized before its entry point runs.
  let globals: [GlobalVariable]
  /// The attributes; the name of an attribute determines its values at the corners.
  let attributes: [Variable.ID]
  /// The vertex shader's outputs, by the fragment shader's inputs of equal name.
  let outputs: [Variable.ID: Variable.ID]
}
