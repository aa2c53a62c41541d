extension ShaderHost {
  /// glfx.js, with the inputs of filters that call `new Shader`.
  ///
  /// - Source: glfx.js, src/core/shader.js: the position that its vertex shader writes; src/filters: their
  ///   uniforms.
  static let glfx = ShaderHost(
    name: "glfx.js", countsFromTop: true, givesPlaces: true, uniforms: ["texSize": .resolution],
    order: ["texture", "texture0"])

  /// Recognizes the combination of its names for the position and the picture.
  static func isGLFX(_ source: SourceClues) -> Bool {
    source.inputs == ["texCoord"] && ["texture", "texture0"].contains(where: source.hasUniform)
  }
}
