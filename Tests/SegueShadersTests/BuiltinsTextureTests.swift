import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

@Suite struct BuiltinsTextureTests {
  /// A texel is outside by the side that it is counted along: of a tall picture, rows beyond its width are inside.
  @Test(arguments: [(8, 3), (3, 8), (5, 5)]) func texelsAreWithinBothSides(width: Int, height: Int) throws {
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

  @Test("Levels are there whatever is called behind them") func levelsBesideOtherFunctions() throws {
    let picture = try Bitmap.noise(16, 8, seed: 4, opaque: true)
    func frame(_ color: String) throws -> Bitmap {
      try self.frame(
        "varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = \(color); }", of: picture)
    }
    let second = try frame("textureLod(map, vUv, 2.0)")
    #expect(try frame("max(textureLod(map, vUv, 2.0), 0.0)") == second)
    #expect(try frame("texture2D(map, vUv)") != second)
  }

  @Test("Of a pass of floats there is no level but the first") func levelsOfFloats() throws {
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
  }

  @Test("What a picture of a parameter has are numbers, in light as well") func picturesOfParameters() throws
  {
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
