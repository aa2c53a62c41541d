import SeguePixels
import SegueRendering
import SegueShaders
import Testing

@Suite struct HostValueTests {
  /// `inputClamp` has the centers of the first and the last texel: half a texel from the edges on each axis.
  @Test(arguments: [
    (4, 10, Pixel(red: 13, green: 223, blue: 242)), (10, 4, Pixel(red: 32, green: 242, blue: 223)),
  ]) func inputClampHasTexelCentersOfBothAxes(width: Int, height: Int, expected: Pixel) throws {
    let shader = try Shader(
      source: """
        varying vec2 vTextureCoord; uniform sampler2D uSampler; uniform vec4 inputClamp;
        void main() { gl_FragColor = vec4(inputClamp.yzw, 1.0); }
        """)
    #expect(shader.host == "PixiJS")
    let filter = try #require(ShaderFilter(shader))
    let frame = try (Bitmap(width: width, height: height) --> filter).frame()
    #expect(frame[1, 2] == expected)
  }
}
