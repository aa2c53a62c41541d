extension ShaderHost {
  /// Segue, and hosts of the GL Transition Specification: the functions `transition`, `effect` and `blend`.
  ///
  /// - Source: GL Transition Specification, version 1, for `transition`.
  static func own(_ source: SourceClues) -> ShaderHost {
    var builtIns = [BuiltIn("progress", .float, .progress), BuiltIn("ratio", .float, .ratio)]
    if source.functions.contains("transition") {
      return ShaderHost(name: "gl-transitions", isFlipped: true, builtIns: builtIns)
    }
    builtIns.append(BuiltIn("resolution", .vec2, .resolution))
    return ShaderHost(name: "Segue", builtIns: builtIns)
  }
}
