/// A shader whose result other shaders read, or itself in the next frame.
struct ShaderBuffer: Sendable {
  let name: String
  var shader: Shader
}
