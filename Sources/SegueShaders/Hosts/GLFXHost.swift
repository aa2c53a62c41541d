extension ShaderHost {
  /// glfx.js: what its filters hand to `new Shader`.
  ///
  /// - Source: glfx.js, src/core/shader.js: the position that its vertex shader writes; src/filters: their uniforms.
  static let glfx = ShaderHost(
    name: "glfx.js", countsFromTop: true, givesPlaces: true, uniforms: ["texSize": .resolution],
    order: ["texture", "texture0"])

  /// Its position and its picture have names that others do not use together.
  static func isGLFX(_ source: SourceClues) -> Bool {
    source.inputs == ["texCoord"] && ["texture", "texture0"].contains(where: source.hasUniform)
  }
}
