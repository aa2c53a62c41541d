import Segue

extension FuzzTarget {
  static let shader = FuzzTarget(
    name: "shader", summary: "A source in GLSL: compiled, and a small frame of it rendered.",
    seeds: {
      try texts(in: "Sources/SegueTransitions/Transitions", "glsl")
        + texts(in: "Tests/SegueShadersTests/Shaders", "glsl", "frag") + texts(in: "images", "glsl")
    },
    run: { bytes in
      let shader = try Shader(source: String(decoding: bytes, as: UTF8.self))
      _ = (shader.warnings, shader.parameters, shader.summary)
      let (from, to) = (try picture(opaque: true), try picture())
      if let blend = ShaderBlend(shader) {
        _ = try ((.from, .to) --> blend).frame(from: from, to: to, at: 0.4)
      } else if let filter = ShaderFilter(shader) {
        _ = try (from --> filter).frame(at: 0.4)
      }
    })
}
