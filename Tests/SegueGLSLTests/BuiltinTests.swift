import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Built-in functions: each one has a test, and functions that read pictures are tested here.
@Suite struct BuiltinTests {
  @Test(arguments: ShaderSamples.reads.indices) func readingFunctionsReturnThePixel(index: Int) throws {
    let (expression, _, at) = ShaderSamples.reads[index]
    let source = """
      varying vec2 textureCoordinate;
      uniform sampler2D map;
      void main() { vec2 p = textureCoordinate; gl_FragColor = \(expression); }
      """
    let picture = try Bitmap.noise(9, 5, seed: 3)
    let filter = try #require(ShaderFilter(Shader(source: source, file: "read.frag")))
    let frame = try (picture --> filter).frame()
    for y in 0..<5 {
      for x in 0..<9 {
        let (column, row) = at(x, y)
        #expect(frame[x, y] == picture[min(column, 8), min(row, 4)], "\(expression) at (\(x), \(y))")
      }
    }
  }

  /// A fetch of a texel outside the picture is transparent black; a sample outside is clamped to the edge.
  @Test func texelsOutsideAreTransparent() throws {
    let source = """
      varying vec2 textureCoordinate;
      uniform sampler2D map;
      void main() { gl_FragColor = texelFetch(map, ivec2(textureCoordinate * 12.0) - ivec2(2, 3), 0); }
      """
    let picture = try Bitmap(PixelSize(width: 6, height: 6), filledWith: .white)
    let filter = try #require(ShaderFilter(Shader(source: source, file: "outside.frag")))
    let frame = try (picture --> filter).frame()
    // Centers of pixels are at 1, 3, 5, ….
    for y in 0..<6 {
      for x in 0..<6 {
        let (column, row) = (2 * x + 1 - 2, 2 * y + 1 - 3)
        let isInside = 0..<6 ~= column && 0..<6 ~= row
        #expect(frame[x, y] == (isInside ? .white : .clear), "\(column), \(row)")
      }
    }
  }

  /// Side effects of an argument happen, even if its value is not used.
  @Test func everyArgumentIsEvaluated() throws {
    let source = """
      varying vec2 textureCoordinate;
      uniform sampler2D map;
      void main() {
        float n = 0.25;
        vec4 unused = texture2D(map, textureCoordinate, n += 0.5);
        gl_FragColor = vec4(n, n, n, 1.0);
      }
      """
    let filter = try #require(ShaderFilter(Shader(source: source, file: "bias.frag")))
    let frame = try (Bitmap.noise(3, 2, seed: 3) --> filter).frame()
    #expect(frame[0, 0] == Pixel(red: 191, green: 191, blue: 191, alpha: 255))
  }

  @Test func everyFunctionIsTested() {
    let expressions = ShaderSamples.expressions.map(\.0).joined(separator: "\n")
    // Functions that read the host's values occur in every transition and effect; the functions of `others`
    // have their own tests.
    let others = (Builtin.derivatives + Builtin.levels + Builtin.cubes).map(\.name)
    for name in Set(Builtin.all.map(\.name)).subtracting(
      ["getFromColor", "getToColor", "getColor"] + others)
    {
      let isRead = ShaderSamples.reads.contains { $0.name == name }
      #expect(isRead || expressions.contains("\(name)("), "no test has \(name)(…)")
    }
  }
}
