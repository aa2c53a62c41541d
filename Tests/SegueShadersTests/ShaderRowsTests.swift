import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Frames of shaders where a row is special.
@Suite struct ShaderRowsTests {
  @Test func aLoopWithoutAnEndIsAnError() throws {
    let source = LoweringTests.program("while (a < 1000) { b++; if (b < -5) a++; }")
    let picture = try Bitmap(LoweringTests.size, filledWith: .black)
    let filter = try #require(ShaderFilter(Shader(source: source, file: "endless.frag")))
    #expect(throws: RenderError.self) { try (picture --> filter).frame() }
    #expect(throws: RenderError.self) {
      try (picture --> filter --> ShaderFilter(Shader(source: LoweringTests.program("")))!).frame()
    }
  }

  @Test func aBitmapOfOnePixelAndOneWiderThanATile() throws {
    let source =
      "varying vec2 textureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate); }"
    let filter = try #require(ShaderFilter(Shader(source: source, file: "copy.frag")))
    for (width, height) in [(1, 1), (1, 40), (40, 1), (1025, 3)] {
      let picture = try Bitmap.noise(width, height, seed: 5)
      #expect(try (picture --> filter).frame() == picture)
    }
  }
}
