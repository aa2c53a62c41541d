import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Bounds of values over the pixels of a block.
@Suite struct RangeRulesTests {
  /// In the third quarter, both numbers are equal, and constant in each block.
  @Test(arguments: [
    "floor(uv.x * 4.0) < 2.0", "floor(uv.x * 4.0) <= 2.0", "2.0 < floor(uv.x * 4.0)",
    "2.0 <= floor(uv.x * 4.0)", "int(uv.x * 4.0) < 2", "2 <= int(uv.x * 4.0)",
  ]) func numbersThatAreEqualAreCompared(condition: String) throws {
    let shader = try Shader(
      source: "vec4 transition(vec2 uv) { return \(condition) ? getFromColor(uv) : getToColor(uv); }",
      file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 200, seed: 1), try Bitmap.noise(320, 200, seed: 2))
    #expect(try BlockTests.difference(shader, at: 0.5, from, to).0 == 0)
    #expect(try shader.compiled(for: [from, to]).partCount > 1)
  }
}
