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
}
