/// A shader whose result others read, itself in the next frame among them.
struct ShaderBuffer: Sendable {
  let name: String
  var shader: Shader
}
