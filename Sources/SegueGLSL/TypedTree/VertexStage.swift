/// The vertex shader that belongs to a fragment shader.
package struct VertexStage: Sendable {
  let source: SourceText
  let entryPoint: Function.ID
  /// The vertex shader's global variables, initialized before its entry point runs.
  let globals: [GlobalVariable]
  /// The attributes; the name of an attribute determines its values at the corners.
  let attributes: [Variable.ID]
  /// For each input of the fragment shader: the output variable of the vertex shader that has the same name.
  let outputs: [Variable.ID: Variable.ID]
}
