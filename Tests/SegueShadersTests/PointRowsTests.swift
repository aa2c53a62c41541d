import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Effects and blends of single pixels: fused into one program, and replaced by kernels on opaque rows.
@Suite struct PointRowsTests {
  private func filter(_ body: String, _ values: [(key: String, value: String)] = []) throws -> ShaderFilter {
    let uniforms = "uniform float a; // = 0.3\nuniform vec3 b; // = vec3(0.1, 0.2, 0.3)\n"
    let shader = try Shader(source: uniforms + "vec4 effect(vec4 color) { \(body) }", file: "test.glsl")
    return try #require(ShaderFilter(shader.with(values)))
  }

  private func map(_ bitmap: Bitmap, _ color: (SIMD4<Double>) -> SIMD4<Double>) -> [SIMD4<Double>] {
    (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { x in
        let pixel = bitmap[x, y]
        let alpha = Double(pixel.alpha) / 255
        let scale = alpha > 0 ? 1 / (255 * alpha) : 0
        let straight = SIMD4(
          Double(pixel.red) * scale, Double(pixel.green) * scale, Double(pixel.blue) * scale, alpha)
        let result = color(straight).clamped(lowerBound: .zero, upperBound: .one)
        return SIMD4(result.x * result.w, result.y * result.w, result.z * result.w, result.w) * 255
      }
    }
  }

  private func largestDifference(_ bitmap: Bitmap, from expected: [SIMD4<Double>]) -> Double {
    (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { x in
        let (pixel, e) = (bitmap[x, y], expected[y * bitmap.width + x])
        return [
          Double(pixel.red) - e.x, Double(pixel.green) - e.y, Double(pixel.blue) - e.z,
          Double(pixel.alpha) - e.w,
        ].map(abs).max() ?? 0
      }
    }.max() ?? 0
  }

  private static let luminance = SIMD4(0.2125, 0.7154, 0.0721, 0)

  /// Effects get straight colors from pictures of any alpha.
  @Test(arguments: [false, true]) func effectsGetStraightColors(isOpaque: Bool) throws {
    let image = try Bitmap.noise(37, 21, seed: 3, opaque: isOpaque)
    let shapes: [(String, (SIMD4<Double>) -> SIMD4<Double>)] = [
      // Run as tables, as a matrix, and as a program.
      ("return vec4(color.rgb + a, color.a);", { SIMD4($0.x + 0.3, $0.y + 0.3, $0.z + 0.3, $0.w) }),
      (
        "float y = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721)); return vec4(mix(vec3(y), color.rgb, a), color.a);",
        { color in
          let y = (color * Self.luminance).sum()
          return SIMD4(y + (color.x - y) * 0.3, y + (color.y - y) * 0.3, y + (color.z - y) * 0.3, color.w)
        }
      ),
      (
        "return vec4(color.rgb * color.g, color.a * a);",
        { SIMD4($0.x * $0.y, $0.y * $0.y, $0.z * $0.y, $0.w * 0.3) }
      ),
      // Clamped in between, above and below.
      (
        "return vec4(min(color.rgb + color.gbr, 1.0) * a, color.a);",
        { color in
          let sum = (color + SIMD4(color.y, color.z, color.x, 0)).clamped(lowerBound: .zero, upperBound: .one)
          return SIMD4(sum.x * 0.3, sum.y * 0.3, sum.z * 0.3, color.w)
        }
      ),
      (
        "return vec4(clamp(color.rgb + color.gbr, 0.0, 1.0) * a, color.a);",
        { color in
          let sum = (color + SIMD4(color.y, color.z, color.x, 0)).clamped(lowerBound: .zero, upperBound: .one)
          return SIMD4(sum.x * 0.3, sum.y * 0.3, sum.z * 0.3, color.w)
        }
      ),
      (
        "return vec4(clamp(color.rgb - color.gbr, 0.0, 1.0) + a, color.a);",
        { color in
          let rest = (color - SIMD4(color.y, color.z, color.x, 0)).clamped(
            lowerBound: .zero, upperBound: .one)
          return SIMD4(rest.x + 0.3, rest.y + 0.3, rest.z + 0.3, color.w)
        }
      ),
    ]
    for (body, formula) in shapes {
      let frame = try (image --> filter(body)).frame()
      #expect(largestDifference(frame, from: map(image, formula)) < 0.56, "\(body)")
    }
  }

  /// Several effects are fused into one program, equal to separate steps within rounding.
  @Test(arguments: [false, true]) func consecutiveEffectsAreFused(isOpaque: Bool) throws {
    let image = try Bitmap.noise(40, 30, seed: 4, opaque: isOpaque)
    let bodies = [
      "return vec4(color.rgb * 0.9 + 0.05, color.a);", "return vec4(color.bgr, color.a);",
      "return vec4(mix(vec3(color.g), color.rgb, 0.7), color.a);",
      "return vec4(color.rgb * color.rgb, color.a);",
      "return vec4(color.rgb, color.a * 0.8);",
    ]
    var chain = Chain.picture(image)
    var steps = image
    for body in bodies {
      chain = .filter(chain, try filter(body))
      steps = try (steps --> filter(body)).frame()
    }
    #expect(try chain.frame().largestDifference(from: steps) <= 3)
  }

  /// Each fused effect reads its own pictures.
  @Test func effectsHavePicturesOfTheirOwn() throws {
    func effect(_ body: String, _ pictures: [(key: String, value: Bitmap)]) throws -> ShaderFilter {
      let uniforms = pictures.map { "uniform sampler2D \($0.key); // : A table.\n" }.joined()
      let source = "\(uniforms)vec4 effect(vec4 color) { return vec4(\(body), color.a); }"
      let shader = try Shader(source: source, file: "tables.glsl")
      return try #require(
        ShaderFilter(pictures.reduce(shader) { try $0.with($1.value, for: $1.key) }))
    }
    func table(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> Bitmap {
      try Bitmap(
        PixelSize(width: 2, height: 2), filledWith: Pixel(red: red, green: green, blue: blue))
    }
    let effects = [
      try effect("color.rgb * texture2D(one, vec2(0.5)).rgb", [("one", table(250, 255, 240))]),
      try effect("1.0 - color.rgb", []), try effect("color.grb", []),
      try effect(
        "color.rgb * texture2D(one, color.rg).rgb + 0.1 * texture2D(two, color.gb).rgb",
        [("one", table(200, 180, 255)), ("two", table(9, 200, 80))]),
      try effect("color.bgr * texture2D(one, vec2(0.5)).rgb", [("one", table(255, 190, 210))]),
    ]
    let image = try Bitmap.noise(30, 12, seed: 8)
    let together = try effects.reduce(Chain.picture(image)) { .filter($0, $1) }.frame()
    let steps = try effects.reduce(image) { try ($0 --> $1).frame() }
    #expect(together.largestDifference(from: steps) <= 3)
  }

  @Test func chainsMayHaveMoreEffectsThanOneProgramTakes() throws {
    let image = try Bitmap.noise(20, 10, seed: 4, opaque: true)
    var chain = Chain.picture(image)
    for _ in 0..<40 { chain = .filter(chain, try filter("return vec4(1.0 - color.rgb, color.a);")) }
    #expect(try chain.frame() == image)
  }

  @Test func blendsAreFusedWithPrecedingEffects() throws {
    let (a, b) = (try Bitmap.noise(25, 12, seed: 1), try Bitmap.noise(25, 12, seed: 2))
    let multiply = try #require(
      ShaderBlend(
        Shader(source: "vec3 blend(vec3 base, vec3 overlay) { return base * overlay; }", file: "m.glsl")))
    let invert = try filter("return vec4(1.0 - color.rgb, color.a);")
    let together = try ((.from --> invert, .to --> invert) --> multiply).frame(from: a, to: b)
    let apart = try ((.from, .to) --> multiply).frame(
      from: (a --> invert).frame(), to: (b --> invert).frame())
    #expect(together.largestDifference(from: apart) <= 2)
  }

  /// - Source: W3C, Compositing and Blending Level 1: co = (1 − αb)·αs·Cs + αb·αs·B + (1 − αs)·αb·Cb.
  @Test func blendsOfTransparentPictures() throws {
    let (c, d) = (try Bitmap.noise(31, 17, seed: 5), try Bitmap.noise(31, 17, seed: 6))
    let opaque = try Bitmap.noise(31, 17, seed: 7, opaque: true)
    for (a, b) in [(c, d), (c, opaque), (opaque, d)] { try checkMultiplied(a, b) }
  }

  private func checkMultiplied(_ a: Bitmap, _ b: Bitmap) throws {
    let multiply = try #require(
      ShaderBlend(
        Shader(source: "vec3 blend(vec3 base, vec3 overlay) { return base * overlay; }", file: "m.glsl")))
    let frame = try ((.from, .to) --> multiply).frame(from: a, to: b)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q, r) = (a[x, y], b[x, y], frame[x, y])
        let (alphaA, alphaB) = (Double(p.alpha) / 255, Double(q.alpha) / 255)
        #expect(abs(Double(r.alpha) - 255 * (alphaA + alphaB - alphaA * alphaB)) < 0.51)
        for (c, d, e) in [(p.red, q.red, r.red), (p.green, q.green, r.green), (p.blue, q.blue, r.blue)] {
          // The product of two straight colors and both alphas is the product of the premultiplied colors.
          let both = Double(c) * Double(d) / 255
          let expected = (1 - alphaA) * Double(d) + (1 - alphaB) * Double(c) + both
          #expect(abs(Double(e) - expected) < 0.51)
        }
      }
    }
  }

  @Test func colorsAreAtMostAlphaAndNaNIsBlack() throws {
    let image = try Bitmap.noise(30, 30, seed: 9)
    let frame = try (image --> filter("return vec4(color.rgb * 7.0, color.a * 1.5);")).frame()
    for y in 0..<30 {
      frame.withRow(y) { row in
        for x in row.indices { #expect(max(row[x].red, row[x].green, row[x].blue) <= row[x].alpha) }
      }
    }
    let none = try (image --> filter("return vec4(sqrt(-color.rgb - 1.0), 1.0);")).frame()
    #expect(none == (try Bitmap(image.size, filledWith: .black)))
  }

  @Test(arguments: SIMDLevel.available) func framesDoNotDependOnLevelOrThreads(level: SIMDLevel) throws {
    for isOpaque in [false, true] {
      let image = try Bitmap.noise(131, 37, seed: 3, opaque: isOpaque)
      for body in [
        "return vec4(pow(color.rgb, vec3(1.7)), color.a);", "return vec4(color.brg * 0.7 + 0.1, color.a);",
        "return vec4(color.rgb * color.g, color.a);",
      ] {
        let chain = try image --> filter(body)
        let expected = try chain.frame(Execution(level: .reference))
        for threads in [1, 2, 5] {
          #expect(try chain.frame(Execution(threads: threads, level: level)) == expected)
        }
      }
    }
  }

  /// Fused effects keep their own progress.
  @Test func fusedEffectsKeepTheirProgress() throws {
    let image = try Bitmap.noise(9, 5, seed: 8, opaque: true)
    let source = "vec4 effect(vec4 color) { return vec4(color.rgb * progress, color.a); }"
    let effect = try #require(ShaderFilter(Shader(source: source, file: "moment.glsl")))
    for (first, second) in [(0.5, 0.5), (0.25, 0.75), (1, 0.5)] {
      let inner = effect.apply(to: image, at: first)
      let steps = effect.apply(to: try inner.rendered(), at: second)
      let both = try effect.apply(to: inner, at: second).rendered()
      #expect(both.largestDifference(from: try steps.rendered()) <= 1, "\(first) \(second)")
    }
  }

  /// Equal rows stay equal, unless the effect depends on the position.
  @Test func equalRowsStayEqual() throws {
    let picture = RowsInPairs(try Bitmap.noise(8, 10, seed: 1))
    let anywhere = try filter("return color.bgra;").apply(to: picture, at: 0)
    #expect(anywhere.rowsAlike(from: 0) == 2)
    let shader = try Shader(
      source: "vec4 effect(vec4 color, vec2 uv) { return color * uv.y; }", file: "place.glsl")
    let place = try #require(ShaderFilter(shader)).apply(to: picture, at: 0)
    #expect(place.rowsAlike(from: 0) == 1)
    // A filter fused after it does not make rows equal again.
    #expect(try filter("return color.bgra;").apply(to: place, at: 0).rowsAlike(from: 0) == 1)
    let source = "vec3 blend(vec3 base, vec3 overlay) { return base * overlay; }"
    let multiply = try #require(ShaderBlend(Shader(source: source, file: "m.glsl")))
    let single = try Bitmap.noise(8, 10, seed: 2)
    #expect(multiply.apply(to: picture, picture, at: 0).rowsAlike(from: 0) == 2)
    #expect(multiply.apply(to: picture, single, at: 0).rowsAlike(from: 0) == 1)
    #expect(multiply.apply(to: single, picture, at: 0).rowsAlike(from: 0) == 1)
  }

  @Test("Rows are not equal if an effect reads their number") func rowsThatAreCounted() throws {
    let picture = RowsInPairs(try Bitmap(PixelSize(width: 3, height: 4), filledWith: .white))
    let counted = try filter("return vec4(gl_FragCoord.yyy / 255.0, 1.0);").apply(to: picture, at: 0)
    #expect(counted.rowsAlike(from: 0) == 1)
  }

  /// Opaque rows use tables, a matrix or a program; other rows use a program.
  @Test("A picture may have opaque and translucent rows", arguments: [false, true])
  func rowsThatAreOpaqueOrNot(startsOpaque: Bool) throws {
    var image = try Bitmap.noise(37, 12, seed: 3)
    for y in 0..<12 where (y / 3 % 2 == 0) == startsOpaque {
      for x in 0..<37 { image[x, y] = Pixel(red: UInt8(6 * x), green: UInt8(20 * y), blue: 99) }
    }
    let shapes: [(String, (SIMD4<Double>) -> SIMD4<Double>)] = [
      (
        "return vec4(0.5 * color.rgb + a, color.a);",
        { SIMD4(0.5 * $0.x + 0.3, 0.5 * $0.y + 0.3, 0.5 * $0.z + 0.3, $0.w) }
      ),
      (
        "return vec4(0.5 * color.bgr + 0.25, color.a);",
        { SIMD4(0.5 * $0.z + 0.25, 0.5 * $0.y + 0.25, 0.5 * $0.x + 0.25, $0.w) }
      ),
      ("return vec4(color.rgb * color.g, color.a);", { SIMD4($0.x * $0.y, $0.y * $0.y, $0.z * $0.y, $0.w) }),
    ]
    for (body, formula) in shapes {
      let frame = try (image --> filter(body)).frame(Execution(threads: 1))
      #expect(largestDifference(frame, from: map(image, formula)) < 0.56, "\(body)")
    }
  }

  @Test(
    "An endless loop in an effect or a blend is an error",
    arguments: ["effect(vec4 color)", "blend(vec4 color, vec4 overlay)"], ["color.r", "progress"])
  func loopsWithoutAnEnd(function: String, limit: String) throws {
    let source = "vec4 \(function) { float s = 0.0; while (s < \(limit) + 1.0) s -= 1.0; return vec4(s); }"
    let shader = try Shader(source: source, file: "endless.glsl")
    let picture = try Bitmap.noise(5, 2, seed: 1)
    let rows = shader.rows(of: shader.kind == .filter ? [picture] : [picture, picture], at: 0.5)
    let expected = RenderError.unrenderable("endless: its loops take more than 262144 iterations")
    #expect(throws: expected) { try rows.rendered() }
  }

  private struct RowsInPairs: RowSource {
    let picture: Bitmap
    var inputs: [any RowSource] { [] }
    var size: PixelSize { picture.size }

    init(_ picture: Bitmap) { self.picture = picture }

    func rowsAlike(from y: Int) -> Int { y + 2 }
    func makeReader(_ context: RenderContext) -> any RowReader { picture.makeReader(context) }
  }

  @Test func positionsStartAtTheTopLeft() throws {
    let image = try Bitmap(PixelSize(width: 4, height: 2), filledWith: .black)
    let shader = try Shader(
      source:
        "vec4 effect(vec4 color, vec2 uv) { return vec4((uv * resolution + 0.25) / 255.0, ratio / 255.0, 1.0); }",
      file: "place.glsl")
    let frame = try (image --> #require(ShaderFilter(shader))).frame()
    // The center of the pixel is 2.5 and 1.5; a quarter is added.
    #expect(frame[2, 1] == Pixel(red: 3, green: 2, blue: 2))
  }

  /// An index out of range is clamped, in short and long arrays.
  @Test(arguments: [3, 8, 9, 16, 37]) func anIndexIsWithinItsArray(count: Int) throws {
    let image = try Bitmap(PixelSize(width: 48, height: 1), filledWith: .black)
    let elements = (0..<count).map { "\(5 * $0 + 7).0" }.joined(separator: ", ")
    let shader = try Shader(
      source: """
        const float numbers[\(count)] = float[\(count)](\(elements));
        vec4 effect(vec4 color, vec2 uv) {
          return vec4(vec3(numbers[int(floor(uv.x * resolution.x)) - 4] / 255.0), 1.0);
        }
        """, file: "index.glsl")
    for level in SIMDLevel.available {
      let frame = try (image --> #require(ShaderFilter(shader))).frame(Execution(level: level))
      for x in 0..<48 {
        let index = (0..<count).contains(x - 4) ? x - 4 : count - 1
        #expect(frame[x, 0].red == UInt8(5 * index + 7), "\(x) of \(count), \(level)")
      }
    }
  }

  /// Animated parameters are inputs of the program, so that changes do not recompile it; results equal those
  /// of constants.
  @Test func liveParametersGiveTheResultsOfConstants() throws {
    let image = try Bitmap.noise(33, 9, seed: 7)
    let source =
      "uniform vec3 b; // = vec3(0.5)\nvec4 effect(vec4 color) { return vec4(color.rgb * b, color.a); }"
    let shader = try Shader(source: source, file: "live.glsl")
    for value in ["0.1,0.9,0.4", "1,0,0.25"] {
      let constant = try #require(ShaderFilter(shader.with([("b", value)])))
      let live = try #require(ShaderFilter(shader.with([("b", value)]).animating(["b"])))
      #expect(try (image --> live).frame() == (image --> constant).frame())
    }
  }

  @Test("Live parameters of fused effects have the results of constants")
  func liveParametersOfEffectsInARow() throws {
    let scale = try Shader(
      source:
        "uniform vec3 b; // = vec3(0.5)\nvec4 effect(vec4 color) { return vec4(color.rgb * b, color.a); }")
    let sum = try Shader(
      source:
        "uniform float a; // = 0.1\nuniform vec2 c; // = vec2(0.1)\nvec4 effect(vec4 color) { return vec4(color.rgb + vec3(a, c), color.a); }"
    )
    for isOpaque in [false, true] {
      let image = try Bitmap.noise(33, 9, seed: 7, opaque: isOpaque)
      func frame(_ isLive: Bool, _ factors: [Double], _ term: Double, _ terms: [Double]) throws -> Bitmap {
        let (first, second) = (try scale.with("b", factors), try sum.with("a", term).with("c", terms))
        let chain =
          try image
          --> #require(ShaderFilter(isLive ? first.animating(["b"]) : first))
          --> #require(ShaderFilter(isLive ? second.animating(["a", "c"]) : second))
        return try chain.frame()
      }
      for (factors, term, terms) in [([0.9, 0.2, 0.5], 0.1, [0.4, 0.7]), ([0, 1, 0.3], 0.6, [0, 0.2])] {
        let difference = try frame(true, factors, term, terms)
          .largestDifference(from: frame(false, factors, term, terms))
        #expect(difference <= 1, "\(factors), \(isOpaque)")
      }
    }
  }

  /// The result has the alpha of the table, for opaque and translucent pictures.
  @Test("A table keeps its alpha", arguments: [false, true], [false, true])
  func tablesKeepTheirAlpha(isOpaque: Bool, tableIsOpaque: Bool) throws {
    let image = try Bitmap(
      PixelSize(width: 20, height: 2), filledWith: Pixel(red: 9, green: 9, blue: 9, alpha: isOpaque ? 255 : 9)
    )
    let table = try Bitmap(
      PixelSize(width: 2, height: 2),
      filledWith: Pixel(red: 60, green: 60, blue: 60, alpha: tableIsOpaque ? 255 : 60))
    let shader = try Shader(
      source: "uniform sampler2D map; vec4 effect(vec4 color) { return texture2D(map, vec2(0.5)); }"
    ).with(table, for: "map")
    let frame = try (image --> #require(ShaderFilter(shader))).frame()
    #expect(frame[3, 1].alpha == (tableIsOpaque ? 255 : 60))
  }

  @Test(arguments: [
    ("vec4 effect(vec3 color) { return vec4(color, 1.0); }", "this must be 'vec4 effect(vec4 color)'"),
    ("vec3 effect(vec2 uv) { return vec3(uv, 1.0); }", "this must be 'vec4 effect(vec2 uv)'"),
    ("vec4 blend(vec4 a) { return a; }", "this must be 'vec4 blend(vec4 base, vec4 overlay)'"),
    ("vec4 effect(vec4 color) { return getColor(vec2(0.5)); }", "getColor"),
    (
      "vec4 effect(vec4 color) { discard; }",
      "'discard' is for fragment shaders: an effect has a color everywhere"
    ),
    ("varying vec2 p; vec4 effect(vec4 color) { return color; }", "an effect has no inputs"),
    (
      "uniform vec3 resolution; vec4 effect(vec4 color) { return color; }",
      "'resolution' of an effect is a vec2"
    ),
  ]) func mistakes(source: String, message: String) {
    let error = #expect(throws: ShaderError.self) { try Shader(source: source, file: "wrong.glsl") }
    #expect(error?.diagnostics.first?.message.contains(message) == true, "\(error?.description ?? "")")
  }
}
