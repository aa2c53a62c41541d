import SeguePixels
import SegueShaders
import SegueTestSupport
import Testing

/// Blocks that copy a picture, next to blocks that do not.
@Suite struct EdgeTests {
  /// Colors, and the pictures that some blocks copy.
  private static let colors: [(String, copied: Set<Int>)] = [
    ("mix(getFromColor(uv), getToColor(uv), step(uv.x, progress))", [0, 1]),
    (
      "mix(getFromColor(uv), getToColor(uv), smoothstep(0.1, 0.2, length(uv - 0.5) - progress * 0.5))",
      [0, 1]
    ),
    ("uv.x * uv.y < progress ? getToColor(uv) : getFromColor(uv)", [0, 1]),
    ("mix(getFromColor(uv), vec4(uv, 0.0, 1.0), clamp(uv.x * 4.0 - 1.0, 0.0, 1.0))", [0]),
    // On one side of an edge, all channels but one are the picture's.
    ("vec4(mix(uv.x, getFromColor(uv).r, step(uv.x, progress)), getFromColor(uv).gb, 1.0)", [0]),
    (
      "vec4(getFromColor(uv).r, mix(uv.x, getFromColor(uv).g, step(uv.x, progress)), getFromColor(uv).b, 1.0)",
      [0]
    ),
    ("vec4(getFromColor(uv).rg, mix(uv.x, getFromColor(uv).b, step(uv.x, progress)), 1.0)", [0]),
    // Pixels at another position, an alpha of 1 on one side, no picture, and a possible NaN with a weight of
    // 0.
    ("mix(getFromColor(uv + vec2(0.1, 0.0)), vec4(0.0), step(uv.x, progress))", []),
    ("vec4(getFromColor(uv).rgb, step(uv.x * uv.y, progress))", [0]),
    ("vec4(mix(uv, vec2(progress), step(uv.x, progress)), 0.0, 1.0)", []),
    ("mix(getFromColor(uv), vec4(log(uv.x - 0.5)), step(0.7, uv.x))", []),
    // A warp that is the identity on one side of an edge.
    ("getFromColor(uv + 0.2 * max(uv.x - progress, 0.0) * vec2(0.0, 1.0))", [0]),
    (
      "mix(getFromColor(uv - vec2(step(uv.x, progress) * 0.1, 0.0)), getToColor(uv), step(uv.x, progress))",
      [0, 1]
    ),
    ("getFromColor(uv + vec2(0.0, 0.3 * step(uv.x, progress)))", [0]),
    ("getFromColor(uv + vec2(0.3 * step(uv.x, progress), 0.0))", [0]),
    ("getToColor(uv + 0.3 * step(0.5, uv.x)) * (1.0 - 0.5 * step(0.5, uv.x))", [1]),
    // Loops are not simplified.
    ("loop(uv)", []),
  ]

  /// Checks which pictures are copied, and that all pixels equal those of the whole program.
  @Test(arguments: colors) func copiedBlocksEqualComputedOnes(_ color: String, _ copied: Set<Int>) throws {
    let source = """
      vec4 loop(vec2 uv) {
        float share = 0.0;
        for (int i = 0; i < 20; i++) { if (uv.x * float(i) > 3.0) break; share += uv.y * 0.1; }
        return mix(getFromColor(uv), getToColor(uv), clamp(share, 0.0, 1.0));
      }
      vec4 transition(vec2 uv) { return \(color); }
      """
    let shader = try Shader(source: source, file: "made.glsl")
    // Rows end with a partial vector; the last size is narrower than a vector.
    for size in [(330, 40), (96, 24), (7, 9)] {
      let (from, to) = (
        try Bitmap.noise(size.0, size.1, seed: 1, opaque: true),
        try Bitmap.noise(size.0, size.1, seed: 2, opaque: true)
      )
      for progress in [0.0, 0.37, 1] {
        #expect(try BlockTests.difference(shader, at: progress, from, to).0 == 0, "\(size) at \(progress)")
      }
      // Few blocks are not worth a program of their own.
      if size.0 == 330 { #expect(try shader.compiled(for: [from, to]).copied == copied) }
    }
  }

  /// Only a picture of the frame's size has a texel at each pixel's position.
  @Test func picturesOfOtherSizesAreSampled() throws {
    let source = """
      uniform sampler2D map;
      vec4 transition(vec2 uv) { return texture2D(map, uv + 0.1 * step(uv.x, progress)); }
      """
    let (from, to) = (try Bitmap.noise(330, 40, seed: 1), try Bitmap.noise(330, 40, seed: 2))
    for (width, copied) in [(330, [2]), (331, [])] as [(Int, Set<Int>)] {
      let map = try Bitmap.noise(width, 40, seed: 3)
      let shader = try Shader(source: source, file: "made.glsl").with(map, for: "map")
      #expect(try BlockTests.difference(shader, at: 0.5, from, to).0 == 0)
      #expect(try shader.compiled(for: [from, to, map]).copied == copied)
    }
  }
}
