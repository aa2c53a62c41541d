import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Loops whose number of iterations differs between pixels; they run in quads.
@Suite struct UnevenLoopTests {
  private static func counting(_ condition: String) -> String {
    """
    vec4 transition(vec2 uv) {
      float turns = 0.0;
      for (int i = 0; i < 250; i++) {
        if (\(condition)) break;
        turns += 1.0;
      }
      return vec4(turns / 255.0, uv.x, uv.y, 1.0);
    }
    """
  }

  private func frame(_ source: String, _ width: Int, _ height: Int, level: SIMDLevel) throws -> Bitmap {
    let picture = try Bitmap(width: width, height: height)
    let chain = (.from, .to) --> BlendByBlocks(shader: try Shader(source: source, file: "made.glsl"))
    return try chain.frame(from: picture, to: picture, at: 0.5, Execution(threads: 1, level: level))
  }

  @Test(arguments: SIMDLevel.available) func `Every pixel takes the turns of its own place`(
    level: SIMDLevel
  ) throws {
    for (width, height) in [(1, 1), (3, 2), (8, 3), (9, 4), (16, 5), (33, 6), (61, 7), (70, 13)] {
      let frame = try frame(
        Self.counting("float(i) >= 97.0 * uv.x + 120.0 * uv.y"), width, height, level: level)
      for y in 0..<height {
        for x in 0..<width {
          let u = Float((Double(x) + 0.5) / Double(width))
          let v = Float((Double(height - 1 - y) + 0.5) / Double(height))
          let turns = (97 * u + 120 * v).rounded(.up)
          #expect(
            frame[x, y]
              == Pixel(
                red: UInt8(turns), green: UInt8((255 * u).rounded(.toNearestOrEven)),
                blue: UInt8((255 * v).rounded(.toNearestOrEven))),
            "\(x), \(y) of \(width)×\(height)")
        }
      }
    }
  }

  @Test(arguments: [
    ("float(i) >= 200.0 * uv.x * uv.y", true),
    ("float(i) >= 200.0 * uv.x", false),
    ("float(i) >= 200.0 * uv.y", false),
    ("float(i) >= 200.0 * progress", false),
  ]) func `Only loops that are left at other turns in both directions are in blocks`(
    condition: String, isInBlocks: Bool
  ) throws {
    let picture = try Bitmap(width: 20, height: 10)
    let shader = try Shader(source: Self.counting(condition), file: "made.glsl")
    #expect(try shader.compiled(for: [picture, picture]).program.hasQuads == isInBlocks)
  }

  /// Texels of the pixel's own row are read in sequence only if pixels are computed in rows.
  @Test func `Loops beside pictures that are read in rows stay in rows`() throws {
    let picture = try Bitmap(width: 20, height: 10)
    let shader = try Shader(
      source: Self.counting("float(i) >= 200.0 * uv.x * uv.y").replacing(
        "uv.x, uv.y,", with: "getFromColor(uv).rg,"),
      file: "made.glsl")
    #expect(try !shader.compiled(for: [picture, picture]).program.hasQuads)
  }
}
