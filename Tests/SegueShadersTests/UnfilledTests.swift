import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// A sampler that neither the host nor the user sets is an error, and does not read the frame's picture.
@Suite struct UnfilledTests {
  private func render(_ shader: Shader) throws -> Bitmap {
    let pictures = try (0..<(shader.kind == .filter ? 1 : 2)).map {
      try Bitmap.noise(6, 4, seed: UInt64($0), opaque: true)
    }
    return try shader.rows(of: pictures, at: 0.5).rendered()
  }

  static let sources: [(source: String, name: String, filled: String)] = [
    (
      "uniform sampler2D luma; vec4 transition(vec2 uv) { return texture2D(luma, uv); }", "luma",
      "gl-transitions fills none"
    ),
    ("uniform sampler2D map; vec4 effect(vec2 uv) { return texture2D(map, uv); }", "map", "Segue fills none"),
    (
      "uniform sampler2D map; vec4 effect(vec4 color) { return texture2D(map, color.rg); }", "map",
      "Segue fills none"
    ),
    (
      "varying vec2 textureCoordinate; uniform sampler2D inputImageTexture, lookup; void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate) + texture2D(lookup, textureCoordinate); }",
      "lookup", "GPUImage fills 'inputImageTexture'"
    ),
    // Names of the host have precedence, wherever they are declared.
    (
      "varying vec2 textureCoordinate; uniform sampler2D lookup, inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate) + texture2D(lookup, textureCoordinate); }",
      "lookup", "GPUImage fills 'inputImageTexture'"
    ),
    (
      "varying vec2 textureCoordinate; uniform sampler2D lookup, inputImageTexture2, inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture2, textureCoordinate) + texture2D(lookup, textureCoordinate); }",
      "lookup", "GPUImage fills 'inputImageTexture' and 'inputImageTexture2'"
    ),
    (
      "/*{\"INPUTS\": [{\"NAME\": \"inputImage\", \"TYPE\": \"image\"}, {\"NAME\": \"mask\", \"TYPE\": \"image\"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(mask); }",
      "mask", "ISF fills 'inputImage'"
    ),
    (
      "/*{\"INPUTS\": [], \"IMPORTED\": {\"grain\": {\"PATH\": \"grain.png\"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(grain); }",
      "grain", "grain.png: -p grain=FILE"
    ),
    (
      "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p) + texture(iChannel2, p); }",
      "iChannel2", "Shadertoy fills 'iChannel0'"
    ),
    (
      "in vec2 vTextureCoord; out vec4 c; uniform sampler2D uMap, uTexture; void main() { c = texture(uTexture, vTextureCoord) + texture(uMap, vTextureCoord); }",
      "uMap", "PixiJS fills 'uTexture'"
    ),
    (
      "varying vec2 texCoord; uniform sampler2D original, texture; void main() { gl_FragColor = texture2D(texture, texCoord) + texture2D(original, texCoord); }",
      "original", "glfx.js fills 'texture'"
    ),
    (
      "uniform samplerCube sky; uniform sampler2D t; varying vec2 vUv; void main() { gl_FragColor = textureCube(sky, vec3(vUv, 1.0)) + texture2D(t, vUv); }",
      "sky", "GPUImage fills 't'"
    ),
  ]

  @Test(arguments: sources.indices) func anUnsetPictureIsAnError(index: Int) throws {
    let (source, name, filled) = Self.sources[index]
    let shader = try Shader(source: source, file: "some.frag")
    let error = #expect(throws: RenderError.self) { try render(shader) }
    let message = "\(try #require(error))"
    #expect(message.hasPrefix("some needs the picture '\(name)', ") && message.contains(filled), "\(message)")
    // Lists show the sampler as required, unless the shader has a file for it.
    let parameter = try #require(shader.parameters.first { $0.name == name })
    #expect(parameter.isRequired == !message.contains(".png"))
    #expect(throws: Never.self) { try render(shader.with(Bitmap(width: 2, height: 2), for: name)) }
  }

  @Test("A sampler that is unused, black, or declared as the picture needs no value") func others()
    throws
  {
    for source in [
      "uniform sampler2D map; vec4 effect(vec2 uv) { return getColor(uv); }",
      "/*{\"INPUTS\": [{\"NAME\": \"a\", \"TYPE\": \"audio\"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(a); }",
    ] {
      #expect(throws: Never.self) { try render(Shader(source: source)) }
    }
    let same =
      "uniform sampler2D map; // = picture : The colors.\nvec4 effect(vec2 uv) { return texture2D(map, uv); }"
    let shader = try Shader(source: same)
    #expect(shader.parameters.map(\.defaultValue) == ["the first picture"])
    #expect(shader.parameters.map(\.summary) == ["The colors."])
    #expect(try render(shader) == Bitmap.noise(6, 4, seed: 0, opaque: true))
    let error = #expect(throws: ShaderError.self) {
      try Shader(source: "uniform sampler2D map; // = 1.0\nvoid main() { }")
    }
    #expect(
      error?.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
        == ["1:29: the only default of the texture 'map' is 'picture', the first one"])
  }

  @Test("A channel of Shadertoy of which only the size is read has the size 0 unless it is set")
  func sizesOfChannels()
    throws
  {
    let shader = try Shader(
      source:
        "void mainImage(out vec4 c, in vec2 p) { c = vec4(iChannelResolution[2].xy / 255.0, 0.2, 1.0); }")
    #expect(try render(shader)[0, 0] == Pixel(red: 0, green: 0, blue: 51))
    let set = try shader.with(Bitmap(width: 7, height: 3), for: "iChannel2")
    #expect(try render(set)[0, 0] == Pixel(red: 7, green: 3, blue: 51))
  }
}
