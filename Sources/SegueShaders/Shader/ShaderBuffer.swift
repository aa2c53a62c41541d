/// A shader whose result is read by other shaders, or by itself in the next frame.
struct ShaderBuffer: Sendable {
  let name: String
  var shader: Shader
}
