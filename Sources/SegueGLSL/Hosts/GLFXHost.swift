extension ShaderHost {
  /// The library glfx.js, with the inputs of filters that call its `new Shader`.
  ///
  /// - Source: glfx.js, src/core/shader.js, for the position that the vertex shader writes; src/filters, for
  ///   the uniforms of filters.
  static let glfx = ShaderHost(
    name: "glfx.js", countsFromTop: true, givesPlaces: true, uniforms: ["texSize": .resolution],
    order: ["texture", "texture0"])

  /// Recognizes glfx.js by its names for the position and the picture.
  static func isGLFX(_ source: SourceClues) -> Bool {
    source.inputs == ["texCoord"] && ["texture", "texture0"].contains(where: source.hasUniform)
  }
}
