import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Uniforms of sketches, named as in glslViewer, glslCanvas, The Book of Shaders and GLSL Sandbox.
@Suite struct SketchTests {
  private static let size = PixelSize(width: 12, height: 8)

  /// Renders frames 0.25 s apart, and returns their first pixels.
  private func pixels(_ shader: Shader, _ indices: [Int] = [0]) throws -> [Pixel] {
    let picture = try Bitmap(Self.size, filledWith: Pixel(red: 0, green: 0, blue: 255))
    let sequence = FrameSequence(interval: 0.25) { FrameMoment(progress: Double($0) / 4, duration: 1) }
    let chain = Chain.from --> (try #require(ShaderFilter(shader)))
    return try indices.map {
      try chain.rows(from: picture, to: picture, at: sequence.moment(of: $0)).rendered()[0, 0]
    }
  }

  private func sketch(_ declarations: String, _ color: String) throws -> Shader {
    try Shader(
      source: """
        uniform vec2 u_resolution;
        \(declarations)
        void main() { vec2 st = gl_FragCoord.xy / u_resolution; gl_FragColor = \(color); }
        """, file: "sketch.frag")
  }

  @Test(
    "The previous frame is read by its name, and is transparent black at first",
    arguments: ["backbuffer", "u_backbuffer"]) func lastFrames(name: String) throws
  {
    let shader = try sketch(
      "uniform sampler2D \(name);", "vec4(min(1.0, texture2D(\(name), st).r + 0.25), 0.0, 0.0, 1.0)")
    #expect(shader.host == "fragment")
    #expect(try pixels(shader, [0, 1, 2, 3, 4]).map(\.red) == [64, 128, 192, 255, 255])
    #expect(try pixels(shader, [2]).map(\.blue) == [0])
  }

  private static let buffers = """
    uniform vec2 u_resolution; uniform float level; // = 0.4
    uniform sampler2D u_buffer0, u_buffer1, u_doubleBuffer0, u_tex1;
    void main() {
      vec2 st = gl_FragCoord.xy / u_resolution;
    #if defined(BUFFER_0)
      gl_FragColor = vec4(level, texture2D(u_tex1, st).g, 0.0, 1.0);
    #elif defined(BUFFER_1)
      gl_FragColor = texture2D(u_buffer0, st) * 0.5;
    #elif defined(DOUBLE_BUFFER_0)
      gl_FragColor = texture2D(u_doubleBuffer0, st) + vec4(0.2, 0.0, 0.0, 1.0);
    #else
      gl_FragColor = vec4(texture2D(u_buffer1, st).rg, texture2D(u_doubleBuffer0, st).r, 1.0);
    #endif
    }
    """

  @Test("Passes are selected by macros, and rendered before those that read them") func passes() throws {
    let green = try Bitmap(width: 1, height: 1)
    let white = try Bitmap(green.size, filledWith: .white)
    let shader = try Shader(source: Self.buffers).with(white, for: "u_tex1")
    #expect(
      try pixels(shader, [0, 1, 2]) == [
        Pixel(red: 51, green: 128, blue: 51), Pixel(red: 51, green: 128, blue: 102),
        Pixel(red: 51, green: 128, blue: 153),
      ])
    // A parameter is set for all passes.
    #expect(try pixels(shader.with("level", 0.8))[0].red == 102)
  }

  @Test("Postprocessing reads the whole frame as the scene") func postprocessing() throws {
    let shader = try sketch(
      "uniform sampler2D u_scene;\n#ifdef POSTPROCESSING\n#define COLOR 1.0 - texture2D(u_scene, st)\n#else\n#define COLOR vec4(0.2, 0.4, 0.6, 1.0)\n#endif\n",
      "vec4((COLOR).rgb, 1.0)")
    #expect(try pixels(shader) == [Pixel(red: 204, green: 153, blue: 102)])
  }

  @Test(
    "Uniforms have their values with each prefix",
    arguments: [
      ("float progress", "progress", 0.5), ("float u_progress", "u_progress", 0.5),
      ("float uProgress", "uProgress", 0.5), ("float iProgress", "iProgress", 0.5),
      ("float ratio", "ratio / 3.0", 0.5), ("float u_ratio", "u_ratio / 3.0", 0.5),
      ("float u_delta", "u_delta", 0.25), ("int u_frame", "float(u_frame) / 4.0", 0.5),
      ("float iFrameRate", "iFrameRate / 8.0", 0.5), ("float u_pixelDensity", "u_pixelDensity", 1),
      ("mat3 u_view2d", "u_view2d[1].y - u_view2d[1].x", 1),
      ("mat4 u_modelViewProjectionMatrix", "u_modelViewProjectionMatrix[3].w", 1),
      ("vec4 u_date", "u_date.x / 4000.0", 0.5), ("vec2 u_mouse", "u_mouse.x + 0.5", 0.5),
    ]) func numbers(declaration: String, value: String, expected: Double) throws
  {
    let shader = try sketch("uniform \(declaration);", "vec4(\(value), 0.0, 0.0, 1.0)")
    #expect(shader.warnings.isEmpty)
    #expect(try pixels(shader, [2])[0].red == UInt8((255 * expected).rounded()))
  }

  @Test("Each picture has a uniform with its size, by the picture's name") func sizesOfPictures() throws {
    let shader = try sketch(
      "uniform sampler2D u_tex1, u_tex0, u_noise; uniform vec2 u_tex0Resolution, u_tex1Resolution; uniform vec3 u_noiseResolution;",
      "vec4(u_tex0Resolution.x, u_tex1Resolution.y, u_noiseResolution.x, 255.0) / 255.0 + 0.0 * (texture2D(u_tex0, st) + texture2D(u_tex1, st) + texture2D(u_noise, st))"
    ).with(Bitmap(width: 5, height: 7), for: "u_tex1").with(Bitmap(width: 9, height: 2), for: "u_noise")
    #expect(try pixels(shader) == [Pixel(red: 12, green: 7, blue: 9)])
  }

  @Test(
    "A uniform that only a 3D scene or a missing pass could set is an error with its name",
    arguments: [
      ("sampler2D u_buffer0", "texture2D(u_buffer0, st)"), ("sampler2D u_scene", "texture2D(u_scene, st)"),
      ("sampler2D u_doubleBuffer3", "texture2D(u_doubleBuffer3, st)"),
      ("sampler2D u_pyramid0", "texture2D(u_pyramid0, st)"), ("sampler2D u_tex1", "texture2D(u_tex1, st)"),
      ("sampler2D u_sceneDepth", "texture2D(u_sceneDepth, st)"),
      ("sampler2D u_flood0", "texture2D(u_flood0, st)"),
      ("samplerCube u_cubeMap", "textureCube(u_cubeMap, vec3(st, 1.0))"),
      ("vec3 u_camera", "vec4(u_camera, 1.0)"), ("vec3 u_light", "vec4(u_light, 1.0)"),
      ("mat4 u_viewMatrix", "u_viewMatrix[0]"), ("vec3 u_SH[9]", "vec4(u_SH[1], 1.0)"),
    ]) func whatIsNotThere(declaration: String, color: String) throws
  {
    let name = String(declaration.split(separator: " ")[1].split(separator: "[")[0])
    let shader = try sketch("uniform \(declaration);", color)
    let error = #expect(throws: RenderError.self) { try pixels(shader) }
    #expect("\(try #require(error))".contains("'\(name)'"))
  }
}
