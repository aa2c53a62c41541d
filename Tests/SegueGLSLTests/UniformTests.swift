import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Uniforms with initial values and in blocks; outputs of fragment shaders besides the color.
@Suite struct UniformTests {
  private func pixel(_ shader: Shader) throws -> Pixel {
    try (Bitmap(width: 1, height: 1) --> #require(ShaderFilter(shader))).frame()[0, 0]
  }

  private func shader(_ declarations: String, _ color: String) throws -> Shader {
    try Shader(source: "\(declarations)\nvoid main() { gl_FragColor = \(color); }", file: "a.frag")
  }

  private func defaults(_ shader: Shader) -> [String] {
    shader.parameters.map { "\($0.name)=\($0.defaultValue)" }
  }

  @Test("An initial value is the default of the parameter, as in desktop GLSL") func initialValues() throws {
    let shader = try shader(
      """
      #version 120
      const float half_ = 0.5;
      struct Light { vec3 color; float level; };
      uniform float u = 2.5, v = 2 * half_; // in 0...3: Both.
      uniform vec3 c = vec3(1., 0., half_);
      uniform float list[] = float[](0.2, 0.4);
      uniform Light lights[2] = Light[2](Light(vec3(0.1), 0.2), Light(vec3(0.3), 0.4));
      uniform bool on = true; uniform mat2 m = mat2(2.0);
      """, "vec4(list[1], lights[1].level, on ? m[1].y * 0.1 : 0.0, u * v * c.x * 0.4)")
    #expect(shader.warnings.isEmpty)
    #expect(
      defaults(shader) == [
        "u=2.5", "v=1", "c=1,0,0.5", "list=0.2,0.4", "lights[0].color=0.1,0.1,0.1", "lights[0].level=0.2",
        "lights[1].color=0.3,0.3,0.3", "lights[1].level=0.4", "on=true", "m=2,0,0,2",
      ])
    #expect(shader.parameters[0].kind == .number(0...3) && shader.parameters[1].summary == "Both.")
    #expect(try pixel(shader) == Pixel(red: 102, green: 102, blue: 51))
    #expect(try pixel(shader.with("lights[1].level", 0.6)).green == 153)
  }

  @Test("The host's value overrides an initial value") func initialValuesOfTheHosts() throws {
    let size = try shader("uniform vec2 u_resolution = vec2(800, 600);", "vec4(u_resolution * 0.2, 0.0, 1.0)")
    #expect(try pixel(size) == Pixel(red: 51, green: 51, blue: 0))
  }

  @Test(
    "An invalid initial value is an error",
    arguments: [
      ("uniform float a; uniform float b = a;", "1:32: the initial value of 'b' must be a constant"),
      ("uniform vec2 a = 1.0;", "1:18: cannot initialize 'a': 'vec2' is needed, this is 'float'"),
      ("uniform sampler2D a = 1.0;", "1:19: a texture has no initial value"),
    ]) func wrongInitialValues(declaration: String, expected: String)
  {
    #expect(errors("\(declaration) void main() { }") == [expected])
  }

  @Test("Members of a block are parameters, by their names or after the instance's") func blocks() throws {
    let shader = try shader(
      """
      #version 300 es
      layout(std140) uniform Look { highp float level; /* = 0.2 in 0...1: How much. */ vec3 tint, other[2]; };
      layout(std140, column_major) uniform Light {
        layout(offset = 0) vec4 color; // = vec4(0.4)
        float steps[2];
      } light;
      uniform Spot { float size; } spots[2];
      uniform Frame { vec2 u_resolution; };
      """,
      "vec4(level, light.color.g + light.steps[1], spots[1].size + tint.x, 1.0) + 0.0 * u_resolution.xyxy + 0.0 * other[1].xyzx"
    )
    #expect(
      defaults(shader) == [
        "level=0.2", "tint=0,0,0", "other=0,0,0,0,0,0", "light.color=0.4,0.4,0.4,0.4", "light.steps=0,0",
        "spots[0].size=0", "spots[1].size=0", "u_resolution=the size in pixels",
      ])
    #expect(shader.parameters[0].kind == .number(0...1) && shader.parameters[0].summary == "How much.")
    #expect(try pixel(shader) == Pixel(red: 51, green: 102, blue: 0))
    let set = try shader.with([("light.steps", "0,0.2"), ("spots[1].size", "0.6"), ("level", "1")])
    #expect(try pixel(set) == Pixel(red: 255, green: 153, blue: 153))
  }

  @Test("A block in both stages is a single block") func blocksOfVertexShaders() throws {
    let block = "layout(std140) uniform Look { float level; } look; uniform Size { float size; };"
    let shader = try Shader(
      source:
        "varying float share; \(block) void main() { gl_FragColor = vec4(share, look.level, size, 1.0); }",
      vertex:
        "varying float share; \(block) void main() { share = look.level + size; gl_Position = vec4(1.0); }",
      file: "a.frag"
    ).with([("look.level", "0.2"), ("size", "0.4")])
    #expect(shader.parameters.map(\.name) == ["look.level", "size"])
    #expect(try pixel(shader) == Pixel(red: 153, green: 51, blue: 102))
  }

  @Test(
    "An invalid block is an error",
    arguments: [
      ("uniform A { };", "1:9: the block 'A' has no members"),
      ("uniform A { float a, a; } b;", "1:22: two members of the block are named 'a'"),
      ("uniform A { sampler2D a; } b;", "1:23: a block's member cannot be 'sampler2D'"),
      ("uniform A { const float a; };", "1:13: a member of a uniform block is a uniform"),
      ("uniform A { float a; } b", "1:25: expected ';' after a block, found 'void'"),
    ]) func wrongBlocks(declaration: String, expected: String)
  {
    #expect(errors("\(declaration) void main() { }").first == expected)
  }

  @Test("The color may be the first of several outputs, and a depth is ignored") func otherOutputs() throws {
    let several = """
      #extension GL_EXT_draw_buffers : require
      void main() {
        for (int i = 0; i < gl_MaxDrawBuffers; i++) gl_FragData[i] = vec4(0.2 * float(i + 1), 0.0, 0.0, 1.0);
        gl_FragDepth = 0.5; gl_FragData[0].g = gl_FragDepth * 0.8;
      }
      """
    #expect(try pixel(Shader(source: several)) == Pixel(red: 51, green: 102, blue: 0))
    #expect(
      errors("void main() { gl_FragData[4] = vec4(1.0); }")
        == ["1:26: the index 4 is outside of 'vec4[4]': 0…3"])
    #expect(
      errors("void main() { gl_FragData[0] = vec4(1.0); gl_FragColor = vec4(1.0); }")
        == ["1:43: 'gl_FragColor' is not declared, since the shader writes 'gl_FragData'"])
  }
}
