import SegueLaneProgram
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Rows of shaders: errors, the order of reading, and neighboring texels.
@Suite struct ShaderRowsTests {
  @Test func aLoopWithoutAnEndIsAnError() throws {
    let source = ShaderSamples.program("while (a < 1000) { b++; if (b < -5) a++; }")
    let picture = try Bitmap(PixelSize(width: 37, height: 7), filledWith: .black)
    let filter = try #require(ShaderFilter(Shader(source: source, file: "endless.frag")))
    #expect(throws: RenderError.self) { try (picture --> filter).frame() }
    #expect(throws: RenderError.self) {
      try (picture --> filter --> ShaderFilter(Shader(source: ShaderSamples.program("")))!).frame()
    }
  }

  /// In the upper half no pixel reaches the loop; in the lower half, pixels of two blocks do.
  @Test("An endless loop in some blocks is an error", arguments: [BlockUse.never, .always])
  func aLoopWithoutAnEndInSomeBlocks(blocks: BlockUse) throws {
    let source = """
      vec4 transition(vec2 uv) {
        float sum = 0.0;
        if (uv.x + 80.0 * max(uv.y - 0.5, 0.0) < 0.1) { while (sum + progress > -1.0) sum += progress; }
        return getFromColor(uv) + vec4(sum);
      }
      """
    let shader = try Shader(source: source, file: "endless.glsl")
    let picture = try Bitmap.noise(320, 32, seed: 1)
    let context = RenderContext(kernels: Kernels(.preferred), threads: 1)
    let expected = RenderError.unrenderable("endless: its loops take more than 262144 iterations")
    let rows = shader.rows(of: [picture, picture], at: 0.5, blocks: blocks)
    #expect(throws: expected) { try rows.rendered(context) }
    let reader = try shader.rows(of: [picture, picture], at: 0.5, blocks: blocks).makeReader(context)
    func read(_ rows: Range<Int>) throws {
      var row = [Pixel](repeating: .clear, count: picture.width)
      for y in rows {
        var span = row.mutableSpan
        try reader.read(y, into: &span)
      }
    }
    try read(0..<16)
    #expect(throws: expected) { try read(16..<32) }
  }

  /// Blocks, bands and quads compute several rows at once.
  @Test(
    "Rows may be read in any order",
    arguments: [
      "mix(getFromColor(uv), getToColor(uv), step(uv.x * uv.y, progress))",
      "getFromColor((floor(uv * vec2(40.0, 5.0)) + 0.5) / vec2(40.0, 5.0))",
      "vec4(abs(dFdx(uv.x * uv.y)) * 200.0, abs(dFdy(uv.x * uv.y)) * 20.0, uv)",
    ], [BlockUse.never, .always])
  func rowsInAnyOrder(color: String, blocks: BlockUse) throws {
    let shader = try Shader(source: "vec4 transition(vec2 uv) { return \(color); }", file: "made.glsl")
    let (from, to) = (try Bitmap.noise(320, 40, seed: 1), try Bitmap.noise(320, 40, seed: 2))
    let context = RenderContext(kernels: Kernels(.preferred), threads: 1)
    let rows = shader.rows(of: [from, to], at: 0.3, blocks: blocks)
    let expected = try rows.rendered(context)
    for step in [39, 1, 17] {
      let reader = try rows.makeReader(context)
      for y in (0..<40).map({ ($0 + 1) * step % 40 }) {
        var row = [Pixel](repeating: .clear, count: 320)
        var span = row.mutableSpan
        try reader.read(y, into: &span)
        let wrong = row.indices.first { row[$0] != expected[$0, y] }
        #expect(wrong == nil, "\(wrong ?? 0), \(y) by \(step)")
      }
    }
  }

  /// A read at an offset of whole pixels returns that texel, from a row of texels or by single fetches.
  @Test(arguments: [(0, 0), (1, 0), (0, -1), (-3, 2), (40, -1), (-1, 30)])
  func readsAtOffsetsOfWholePixelsGiveTexels(
    x: Int, y: Int
  ) throws {
    let picture = try Bitmap.noise(37, 21, seed: 8)
    var expected = try Bitmap(picture.size, filledWith: .clear)
    for row in 0..<21 {
      for column in 0..<37 {
        expected[column, row] = picture[min(max(column + x, 0), 36), min(max(row + y, 0), 20)]
      }
    }
    // An offset that may change from frame to frame is not a constant.
    for (offset, fetch) in [
      ("vec2(\(x).0, \(y).0)", LaneOperation.fetchRow),
      ("vec2(\(x).0, \(y).0 + min(progress, 0.0))", .fetch),
    ] {
      let source = "vec4 effect(vec2 uv) { return getColor(uv + \(offset) / resolution); }"
      let shader = try Shader(source: source, file: "moved.glsl")
      #expect(try (picture --> #require(ShaderFilter(shader))).frame() == expected)
      let steps = try shader.compiled(for: [picture]).program.pixel
      #expect(steps.contains { if case .call(fetch, _, _, _) = $0 { true } else { false } })
    }
    let halfway = "vec4 effect(vec2 uv) { return getColor(uv + vec2(0.5, 0.0) / resolution); }"
    let steps = try Shader(source: halfway, file: "halfway.glsl").compiled(for: [picture]).program.pixel
    #expect(steps.contains { if case .call(.fetch, _, _, _) = $0 { true } else { false } })
  }

  /// A table is interpolated at every position, also at the pixel's own.
  @Test(arguments: ["uv", "uv + vec2(1.0, 0.0) / resolution"]) func picturesOfOtherSizesAreRead(
    at place: String
  )
    throws
  {
    var table = try Bitmap(PixelSize(width: 2, height: 1), filledWith: .black)
    table[1, 0] = .white
    let source = "uniform sampler2D table;\nvec4 effect(vec2 uv) { return texture2D(table, \(place)); }"
    let shader = try Shader(source: source, file: "table.glsl").with(table, for: "table")
    let frame = try (Bitmap.noise(16, 3, seed: 1) --> #require(ShaderFilter(shader))).frame()
    for x in 0..<16 {
      let u = (Double(x) + (place == "uv" ? 0.5 : 1.5)) / 16
      let expected = 255 * min(max(2 * u - 0.5, 0), 1)
      #expect(abs(Double(frame[x, 1].red) - expected) <= 1, "\(x)")
    }
  }

  @Test func picturesMayBeOnePixelOrWiderThanATile() throws {
    let source =
      "varying vec2 textureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate); }"
    let filter = try #require(ShaderFilter(Shader(source: source, file: "copy.frag")))
    for (width, height) in [(1, 1), (1, 40), (40, 1), (1025, 3)] {
      let picture = try Bitmap.noise(width, height, seed: 5)
      #expect(try (picture --> filter).frame() == picture)
    }
  }
}
