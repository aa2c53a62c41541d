import SegueLaneProgram
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Bands: values shared by neighboring rows, such as those of a tile, are computed only where they change.
@Suite struct BandTests {
  private static let random =
    "float random(vec2 cell) { return fract(sin(dot(cell, vec2(12.7, 41.3))) * 1571.37); }\n"

  /// Bodies of transitions; TILE is the tile of a pixel.
  private static let bodies = [
    "return mix(getFromColor(uv), getToColor(uv), random(TILE));",
    "return random(TILE) < progress ? getToColor(uv) : getFromColor(uv);",
    "return getFromColor((TILE + 0.5) / SIZE);",
    "vec2 at = (TILE + 0.5) / SIZE; return mix(getFromColor(at), getToColor(at), smoothstep(0.3, 0.7, progress));",
    // Values that are constant in a tile, used for each pixel and in loops.
    "vec2 off = uv * SIZE - TILE; return mix(getFromColor(uv), getToColor(uv), smoothstep(0.0, 0.1, random(TILE) - off.x * off.y));",
    "float sum = 0.0; for (int i = 0; i < 4; i++) { if (random(TILE + float(i)) > 0.5) sum += 0.25; } return mix(getFromColor(uv), getToColor(uv), sum);",
    "float a = 0.0; while (a < random(TILE)) { a += 0.125; } return mix(getFromColor(uv), getToColor(uv), a * uv.y);",
    // Values that are constant in a tile, in branches that also assign values of single pixels.
    "float k = random(TILE), r = 0.0; vec4 c = getFromColor(uv); if (uv.x < 0.5) { r = random(TILE + 3.0); c = getToColor(uv * 0.9); } return mix(c, getToColor(uv), r * k);",
    "float k = random(TILE), r = 0.0; vec4 c = getFromColor(uv); if (uv.y < 0.5) { r = random(TILE + 3.0); c = getToColor(uv * 0.9); } return mix(c, getToColor(uv), r * k);",
    "float k = random(TILE), r = 0.0; vec4 c = getFromColor(uv); if (progress < 0.5) { r = random(TILE + 3.0); c = getToColor(uv * 0.9); } return mix(c, getToColor(uv), r * k);",
    "float r = 0.0; vec4 c = getFromColor(uv); if (uv.y < uv.x) { for (float i = 0.0; i < 9.0 * uv.x; i++) { r += 0.01 * i; } c = getToColor(uv * 0.9); } return mix(c, getToColor(uv), (uv.x < 0.7 ? r : 0.5) * random(TILE));",
    "return vec4(uv.y < 0.4 ? sin(40.0 * uv.x) * cos(31.0 * uv.x) : tan(uv.x) * exp(uv.x), uv.x, uv.y, 1.0);",
  ]

  private func shader(_ body: String, tile: String, _ size: String) throws -> Shader {
    let text = body.replacing("TILE", with: tile).replacing("SIZE", with: size)
    return try Shader(
      source: Self.random + "vec4 transition(vec2 uv) { \(text) }", file: "tiles.glsl")
  }

  /// In `each`, adding zero to the row makes the tile depend on the column, which disables bands.
  @Test("Bands give the frames of execution for each pixel", arguments: bodies)
  func frames(body: String) throws {
    for (width, height, tiles) in [
      (150, 61, "vec2(7.0, 5.0)"), (2077, 70, "vec2(40.0, 31.0)"), (33, 40, "vec2(11.0, 40.0)"),
    ] {
      let (from, to) = (
        try Bitmap.noise(width, height, seed: 1), try Bitmap.noise(width, height, seed: 2, opaque: true)
      )
      let kept = try shader(body, tile: "floor(uv * \(tiles))", tiles)
      let each = try shader(body, tile: "floor((uv + vec2(0.0, min(uv.x, 0.0))) * \(tiles))", tiles)
      // Tiles of one row may have no bands, since their texels are adjacent.
      if body.contains("TILE") && width > 33 {
        #expect(try kept.compiled(for: [from, to]).banded != nil, "\(width)")
        #expect(try each.compiled(for: [from, to]).banded == nil, "\(width)")
      }
      for blocks in [BlockUse.never, .whereFaster, .always] {
        for level in SIMDLevel.available {
          func frame(_ shader: Shader, _ blocks: BlockUse, threads: Int) throws -> Bitmap {
            try ((.from, .to) --> BlendByBlocks(shader: shader, blocks: blocks))
              .frame(from: from, to: to, at: 0.4, Execution(threads: threads, level: level))
          }
          let expected = try frame(each, .never, threads: 1)
          for threads in [1, 3] {
            #expect(
              try frame(kept, blocks, threads: threads) == expected,
              "\(width)x\(height) \(blocks) \(level) \(threads)")
          }
        }
      }
    }
  }

  private func lists(_ body: String) throws -> (band: [LaneOperation], pixel: [LaneOperation]) {
    let picture = try Bitmap(PixelSize(width: 8, height: 4), filledWith: .black)
    let compiled = try shader(body, tile: "floor(uv * 7.0)", "7.0").compiled(for: [picture, picture])
    let program = compiled.banded?.program ?? compiled.program
    func operations(_ steps: [LaneProgram.Step]) -> [LaneOperation] {
      steps.compactMap { if case .call(let operation, _, _, _) = $0 { operation } else { nil } }
    }
    return (operations(program.band), operations(program.pixel))
  }

  @Test("Bands keep only values that are costly to recompute, and none that change in every row")
  func kept() throws {
    let noise = try lists(Self.bodies[0])
    #expect(noise.band.contains(.sin) && !noise.pixel.contains(.sin) && noise.pixel.contains(.mix))
    let mosaic = try lists(Self.bodies[2])
    #expect(mosaic.band.contains(.fetch) && !mosaic.pixel.contains(.fetch))
    let cheap = try lists("vec2 t = TILE; return vec4(t.x + t.y, 0.0, 0.0, 1.0);")
    #expect(cheap.band.isEmpty && !cheap.pixel.isEmpty)
    let each = try lists("return vec4(sin(uv.x * uv.y) + sin(TILE.x + uv.y), 0.0, 0.0, 1.0);")
    #expect(each.band.isEmpty && each.pixel.contains(.sin))
  }
}
