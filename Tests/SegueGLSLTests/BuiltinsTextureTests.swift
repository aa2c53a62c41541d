import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

@Suite struct BuiltinsTextureTests {
  /// Texel indices are clamped along their own axis: in a tall picture, row indices beyond the width are
  /// valid.
  @Test(arguments: [(8, 3), (3, 8), (5, 5)]) func texelsAreLimitedAlongTheirOwnAxis(width: Int, height: Int)
    throws
  {
    let picture = try Bitmap.noise(width, height, seed: 6, opaque: true)
    for (right, down) in [(0, 0), (1, 1), (-1, -1), (0, 2), (2, 0), (-2, 4), (4, -2)] {
      let source = """
        varying vec2 textureCoordinate;
        uniform sampler2D map;
        void main() {
          ivec2 own = ivec2(textureCoordinate * vec2(\(width), \(height)));
          gl_FragColor = texelFetch(map, own + ivec2(\(right), \(down)), 0);
        }
        """
      let filter = try #require(ShaderFilter(Shader(source: source, file: "texels.frag")))
      let frame = try (picture --> filter).frame()
      for y in 0..<height {
        for x in 0..<width {
          let (column, row) = (x + right, y + down)
          let isInside = 0..<width ~= column && 0..<height ~= row
          #expect(frame[x, y] == (isInside ? picture[column, row] : .clear), "\(column), \(row)")
        }
      }
    }
  }

  private func frame(_ source: String, of picture: Bitmap) throws -> Bitmap {
    try (picture --> #require(ShaderFilter(Shader(source: source, file: "levels.frag")))).frame()
  }

  @Test("Mipmap levels exist whatever function uses the sample") func levelsBesideOtherFunctions() throws {
    let picture = try Bitmap.noise(16, 8, seed: 4, opaque: true)
    func frame(_ color: String) throws -> Bitmap {
      try self.frame(
        "varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = \(color); }", of: picture)
    }
    let second = try frame("textureLod(map, vUv, 2.0)")
    #expect(try frame("max(textureLod(map, vUv, 2.0), 0.0)") == second)
    #expect(try frame("texture2D(map, vUv)") != second)
  }

  @Test("A float pass has only the first mipmap level") func levelsOfFloats() throws {
    let picture = try Bitmap(width: 16, height: 8)
    func frame(_ color: String) throws -> Bitmap {
      try self.frame(
        """
        /*{"INPUTS": [], "PASSES": [{"TARGET": "wide", "FLOAT": true}, {}]}*/
        void main() {
          vec2 p = isf_FragNormCoord;
          gl_FragColor = PASSINDEX == 0 ? vec4(p * p, sin(p.x * 30.0), 1.0) : \(color);
        }
        """, of: picture)
    }
    #expect(try frame("textureLod(wide, p, 2.0)") == frame("texture2D(wide, p)"))
    let last = "textureSize(wide, 0) - 1"
    #expect(
      try frame("texelFetch(wide, textureSize(wide, 2) - 1, 2)") == frame("texelFetch(wide, \(last), 0)"))
  }

  @Test(
    "A level has its own size and texels, and a level beyond the last is the last",
    arguments: [(-1, 6, 5), (1, 3, 2), (2, 1, 1), (40, 1, 1)])
  func texelsOfLevels(level: Int, width: Int, height: Int) throws {
    let picture = try Bitmap.noise(6, 5, seed: 8, opaque: true)
    func frame(_ color: String) throws -> Bitmap {
      try self.frame(
        "varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = \(color); }", of: picture)
    }
    let size = "vec2(\(width), \(height))"
    let texels = try frame("textureLod(map, (floor(vUv * \(size)) + 0.5) / \(size), float(\(level)))")
    for level in ["\(level)", "int(vUv.x) + \(level)"] {
      #expect(
        try frame("vec4(textureSize(map, \(level)), 0, 255) / 255.0")[5, 4]
          == Pixel(red: UInt8(width), green: UInt8(height), blue: 0))
      #expect(try frame("texelFetch(map, ivec2(vUv * \(size)), \(level))") == texels)
      #expect(try frame("texelFetch(map, ivec2(\(width), 0), \(level))")[5, 4] == .clear)
      #expect(try frame("texelFetch(map, ivec2(0, \(height)), \(level))")[5, 4] == .clear)
    }
  }

  @Test("An effect on one pixel reads only the first level") func levelsOfEffects() throws {
    let map = try Bitmap.noise(6, 5, seed: 8, opaque: true)
    let shader = try Shader(
      source:
        "uniform sampler2D map; vec4 effect(vec4 color) { return texelFetch(map, textureSize(map, 1) - 1, 1); }",
      file: "effect.glsl"
    ).with(map, for: "map")
    #expect(try (map --> #require(ShaderFilter(shader))).frame()[0, 0] == map[5, 4])
  }

  @Test("Variants with projection, offset, level and gradient read what the plain functions read")
  func formsOfReading() throws {
    let picture = try Bitmap.noise(16, 8, seed: 4, opaque: true)
    func frame(_ color: String) throws -> Bitmap {
      try self.frame(
        "varying vec2 vUv; uniform sampler2D map; void main() { vec2 p = vUv; gl_FragColor = \(color); }",
        of: picture)
    }
    let (three, four) = ("vec3(p * 2.0, 2.0)", "vec4(p * 4.0, 9.0, 4.0)")
    // The first level, two texels to the right and one up.
    let moved = try frame("texture2D(map, p + vec2(2.0 / 16.0, -1.0 / 8.0))")
    for color in [
      "textureOffset(map, p, ivec2(2, -1))", "textureOffset(map, p, ivec2(2, -1), 0.5)",
      "textureProjOffset(map, \(three), ivec2(2, -1))", "textureProjOffset(map, \(four), ivec2(2, -1), 0.5)",
      "textureLodOffset(map, p, 0.0, ivec2(2, -1))", "textureLodOffset(map, p, -3.0, ivec2(2, -1))",
      "textureProjLodOffset(map, \(three), 0.0, ivec2(2, -1))",
      "textureGradOffset(map, p, vec2(0.0), vec2(0.0), ivec2(2, -1))",
      "textureProjGradOffset(map, \(four), vec2(0.01), vec2(0.0), ivec2(2, -1))",
    ] { #expect(try frame(color) == moved, "\(color)") }
    // The second mipmap level, at the pixel's position and one texel of the level away.
    let second = try frame("textureLod(map, p, 1.0)")
    let away = try frame("textureLod(map, clamp(p + vec2(1.0 / 8.0, 0.0), 0.0, 1.0), 1.0)")
    #expect(second != away)
    let steps = "vec2(2.0 / 16.0, 0.0), vec2(0.0, 2.0 / 8.0)"
    for color in [
      "textureProjLod(map, \(three), 1.0)", "texture2DProjLodEXT(map, \(four), 1.0)",
      "textureGrad(map, p, \(steps))", "textureProjGrad(map, \(four), \(steps))",
      "texture2DProjGradEXT(map, \(three), \(steps))",
    ] { #expect(try frame(color) == second, "\(color)") }
    for color in [
      "textureLodOffset(map, p, 1.0, ivec2(1, 0))", "textureProjLodOffset(map, \(four), 1.0, ivec2(1, 0))",
      "textureGradOffset(map, p, \(steps), ivec2(1, 0))",
      "textureProjGradOffset(map, \(three), \(steps), ivec2(1, 0))",
    ] { #expect(try frame(color) == away, "\(color)") }
    let cube = "uniform samplerCube sky;"
    let direction = try self.frame(
      "varying vec2 vUv; \(cube) uniform sampler2D map; void main() { gl_FragColor = textureGrad(sky, vec3(vUv, 0.4), vec3(0.0), vec3(0.0)) - textureCube(sky, vec3(vUv, 0.4), 1.0) + texture2D(map, vUv); }"
        .replacing("\(cube) ", with: "\(cube) // = picture\n"), of: picture)
    #expect(direction == picture)
  }

  @Test("A picture parameter has numbers, not converted by linear light") func picturesOfParameters() throws {
    let (width, height) = (6, 4)
    let pictures = [
      try Bitmap.noise(width, height, seed: 1, opaque: true),
      try Bitmap.noise(width, height, seed: 2, opaque: true),
    ]
    let map = try Bitmap(pictures[0].size, filledWith: Pixel(red: 51, green: 102, blue: 204))
    func frame(_ color: String) throws -> Bitmap {
      let shader = try Shader(
        source: "uniform sampler2D map; vec4 transition(vec2 uv) { return \(color); }", file: "map.glsl")
      return try shader.with(map, for: "map").rows(
        of: pictures, at: FrameMoment(progress: 0.5), blocks: .never
      )
      .rendered(RenderContext(kernels: Kernels(.preferred).mixing(in: .linear), threads: 1))
    }
    #expect(try frame("texture2D(map, uv)") == frame("vec4(0.2, 0.4, 0.8, 1.0)"))
    #expect(try frame("getFromColor(uv)") == pictures[0])
  }
}
