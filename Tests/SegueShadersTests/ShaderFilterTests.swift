import Foundation
import SegueRendering
import SeguePixels
import SegueShaders
import SegueTestSupport
import Testing

/// Compares fragment shaders in GPUImage's style with their formulas in double precision.
@Suite struct ShaderFilterTests {
  /// Computes the pixel at `uv`, from a picture that can be read at any position.
  ///
  /// (0, 0) is the top left corner.
  typealias Formula =
    @Sendable (_ uv: SIMD2<Double>, _ read: (SIMD2<Double>) -> SIMD4<Double>) -> SIMD4<Double>

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let formula: Formula
    var testDescription: String { name }
  }

  static let size = PixelSize(width: 61, height: 43)

  static let cases: [Case] = [
    Case(name: "sepia") { uv, read in
      let c = read(uv)
      return SIMD4(
        min(0.39 * c.x + 0.77 * c.y + 0.19 * c.z, c.w), min(0.35 * c.x + 0.69 * c.y + 0.17 * c.z, c.w),
        min(0.27 * c.x + 0.53 * c.y + 0.13 * c.z, c.w), c.w)
    },
    Case(name: "pixellate") { uv, read in
      read(SIMD2((uv.x / 0.07).rounded(.down) + 0.5, (uv.y / 0.07).rounded(.down) + 0.5) * 0.07)
    },
    Case(name: "polar-pixellate") { uv, read in
      let point = (uv - SIMD2(0.5, 0.45)) * 2
      let radius = (length(point) / 0.11).rounded(.down) * 0.11 + 0.03
      let angle = (atan2(point.y, point.x) / 0.17).rounded(.down) * 0.17
      return read(SIMD2(0.5, 0.45) + SIMD2(cos(angle), sin(angle)) * (radius / 2))
    },
    Case(name: "polka-dot") { uv, read in
      let middle = middleOfCell(uv, width: 0.083, height: 0.083 * 1.5)
      let away = length((uv - middle) * SIMD2(1, 1 / 1.5))
      let color = read(middle)
      return away > 0.083 * 0.9 / 2 ? SIMD4(0, 0, 0, color.w) : color
    },
    Case(name: "halftone") { uv, read in
      let middle = middleOfCell(uv, width: 0.059, height: 0.059 * 1.5)
      let away = length((uv - middle) * SIMD2(1, 1 / 1.5))
      let paper = away > 0.7072 * 0.059 * (1 - luminance(read(middle))) ? 1.0 : 0
      return SIMD4(paper, paper, paper, 1)
    },
    Case(name: "crosshatch") { uv, read in
      let light = luminance(read(uv))
      let lines = [
        (uv.x + uv.y, 0.9), (uv.x - uv.y, 0.7), (uv.x + uv.y - 0.0731 / 2, 0.5),
        (uv.x - uv.y - 0.0731 / 2, 0.3),
      ]
      let isInk = lines.contains { place, limit in
        light < limit && place - (place / 0.0731).rounded(.down) * 0.0731 <= 0.0113
      }
      return isInk ? SIMD4(0, 0, 0, 1) : SIMD4(1, 1, 1, 1)
    },
    Case(name: "swirl") { uv, read in
      let point = uv - SIMD2(0.5, 0.5)
      let share = max(0, 0.5 - length(point)) / 0.5
      let angle = share * share * 8
      return read(
        SIMD2(point.x * cos(angle) - point.y * sin(angle), point.x * sin(angle) + point.y * cos(angle))
          + SIMD2(0.5, 0.5))
    },
    Case(name: "bulge") { uv, read in
      let point = uv - SIMD2(0.45, 0.5)
      let away = length(point * SIMD2(1, 0.66))
      let factor = away < 0.3 ? 1 - (0.3 - away) / 0.3 * 0.5 : 1
      return read(point * (factor * factor) + SIMD2(0.45, 0.5))
    },
    Case(name: "vignette") { uv, read in
      let c = read(uv)
      let t = min(max((length(uv - SIMD2(0.5, 0.5)) - 0.2) / 0.55, 0), 1)
      let share = t * t * (3 - 2 * t)
      return SIMD4(
        c.x * (1 - share) + 0.1 * c.w * share, c.y * (1 - share), c.z * (1 - share) + 0.05 * c.w * share, c.w)
    },
    Case(name: "sobel") { uv, read in
      func light(_ x: Double, _ y: Double) -> Double {
        luminance(read(uv + SIMD2(x / Double(size.width), y / Double(size.height))))
      }
      let down =
        light(-1, 1) + 2 * light(0, 1) + light(1, 1) - light(-1, -1) - 2 * light(0, -1) - light(1, -1)
      let across =
        light(1, -1) + 2 * light(1, 0) + light(1, 1) - light(-1, -1) - 2 * light(-1, 0) - light(-1, 1)
      let edge = length(SIMD2(down, across))
      return SIMD4(edge, edge, edge, 1)
    },
  ]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shaders").path()

  /// All loops together may have as many iterations as docs/shaders.md states, and not two more.
  @Test(arguments: [(131_072, true), (131_073, false)]) func loopsEndAtTheirLimit(turns: Int, isTaken: Bool)
    throws
  {
    let source = """
      precision highp float;
      varying highp vec2 textureCoordinate;
      uniform sampler2D inputImageTexture;
      void main() {
        int turns = \(turns) + int(texture2D(inputImageTexture, textureCoordinate).a * 0.1);
        float count = 0.0;
        for (int i = 0; i < turns; i++) { count += 1.0; }
        for (int i = 0; i < turns; i++) { count += 1.0; }
        gl_FragColor = vec4(count == \(2 * turns).0 ? 1.0 : 0.0);
      }
      """
    let filter = try #require(ShaderFilter(Shader(source: source, file: "loops.frag")))
    let picture = try Bitmap(PixelSize(width: 3, height: 1), filledWith: .black)
    if isTaken {
      #expect(try (picture --> filter).frame() == Bitmap(picture.size, filledWith: .white))
    } else {
      #expect(throws: RenderError.unrenderable("loops: its loops take more than 262144 iterations")) {
        try (picture --> filter).frame()
      }
    }
  }

  @Test func everyShaderOfTheFolderIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.sorted() == Self.cases.map { "\($0.name).frag" }.sorted())
  }

  @Test(arguments: cases, [true, false]) func shadersEqualTheirFormulaAtEveryLevel(
    _ test: Case, isOpaque: Bool
  ) throws {
    let file = "\(Self.folder)/\(test.name).frag"
    let shader = try Shader(source: String(contentsOfFile: file, encoding: .utf8), file: file)
    let filter = try #require(ShaderFilter(shader))
    #expect(shader.name == test.name && shader.kind == .filter && shader.warnings.isEmpty)
    let picture = try Self.picture(isOpaque: isOpaque)
    var expected = try Bitmap(Self.size)
    for y in 0..<Self.size.height {
      expected.withMutableRow(y) { row in
        for x in row.indices {
          let uv = SIMD2(
            (Double(x) + 0.5) / Double(Self.size.width), (Double(y) + 0.5) / Double(Self.size.height))
          row[x] = Pixel(test.formula(uv) { Self.read(picture, $0) })
        }
      }
    }
    for level in SIMDLevel.available {
      let frame = try (picture --> filter).frame(Execution(level: level))
      #expect(frame.pixelsDiffering(from: expected, byMoreThan: 1) == 0, "\(level)")
    }
  }

  @Test(arguments: cases) func parametersHaveSummariesAndValidDefaults(_ test: Case) throws {
    let file = "\(Self.folder)/\(test.name).frag"
    let shader = try Shader(source: String(contentsOfFile: file, encoding: .utf8), file: file)
    #expect(shader.summary.last == ".")
    for parameter in shader.parameters {
      #expect(parameter.summary.last == ".", "\(parameter.name)")
      #expect(throws: Never.self) { try shader.with([(parameter.name, parameter.defaultValue)]) }
    }
  }

  /// Waves in every channel, which change by a few levels between pixels.
  private static func picture(isOpaque: Bool) throws -> Bitmap {
    var bitmap = try Bitmap(size)
    for y in 0..<size.height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          let (x0, y0) = (Double(x), Double(y))
          let alpha = isOpaque ? 1 : 0.6 + 0.4 * sin(x0 * 0.11 + y0 * 0.07)
          row[x] = Pixel(
            SIMD4(
              alpha * (0.5 + 0.5 * sin(x0 * 0.13)), alpha * (0.5 + 0.5 * cos(y0 * 0.17)),
              alpha * (0.5 + 0.5 * sin((x0 + y0) * 0.09)), alpha))
        }
      }
    }
    return bitmap
  }

  /// Bilinear sample as in graphics hardware, clamped to the edge.
  private static func read(_ bitmap: Bitmap, _ uv: SIMD2<Double>) -> SIMD4<Double> {
    let x = uv.x * Double(bitmap.width) - 0.5
    let y = uv.y * Double(bitmap.height) - 0.5
    func texel(_ x: Double, _ y: Double) -> SIMD4<Double> {
      let pixel = bitmap[
        Int(min(max(x, 0), Double(bitmap.width - 1))), Int(min(max(y, 0), Double(bitmap.height - 1)))]
      return SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha)) / 255
    }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (across, down) = (x - left, y - top)
    let above = texel(left, top) * (1 - across) + texel(left + 1, top) * across
    let below = texel(left, top + 1) * (1 - across) + texel(left + 1, top + 1) * across
    return above * (1 - down) + below * down
  }
}

private func length(_ vector: SIMD2<Double>) -> Double {
  (vector.x * vector.x + vector.y * vector.y).squareRoot()
}

private func luminance(_ color: SIMD4<Double>) -> Double {
  0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
}

private func middleOfCell(_ uv: SIMD2<Double>, width: Double, height: Double) -> SIMD2<Double> {
  SIMD2(((uv.x / width).rounded(.down) + 0.5) * width, ((uv.y / height).rounded(.down) + 0.5) * height)
}

extension Pixel {
  /// Rounds channels of 0…1 to bytes.
  fileprivate init(_ color: SIMD4<Double>) {
    func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    self.init(red: byte(color.x), green: byte(color.y), blue: byte(color.z), alpha: byte(color.w))
  }
}

extension ShaderFilterTests {
  @Test func aFileThatIsNoPictureIsNamed() throws {
    let shader = try Shader(
      source: "uniform sampler2D mask;\nvec4 effect(vec4 c) { return c * texture2D(mask, vec2(0.5)); }")
    var assignments = ParameterAssignments()
    assignments.add(ParameterFile("look.acv", bytes: [1]), for: "mask")
    #expect(throws: ParameterError.unreadable(file: "look.acv", for: "mask", reason: "not a picture")) {
      try shader.with(assignments)
    }
  }

  @Test func aBlendAppliedToRowsKeepsTheirOrder() throws {
    let (a, b) = (try Bitmap.noise(9, 7, seed: 1), try Bitmap.noise(9, 7, seed: 2))
    let source = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"
    let blend = try #require(ShaderBlend(Shader(source: source)))
    for progress in [0, 0.25, 1] {
      let expected = try ((.from, .to) --> blend).frame(from: a, to: b, at: progress)
      #expect(try blend.apply(to: a, b, at: progress).rendered() == expected)
    }
    #expect(try blend.apply(to: a, b, at: 0).rendered() == a && blend.apply(to: a, b, at: 1).rendered() == b)
  }

  @Test("Rows at a progress are those of a transition of one second") func rowsOfAProgress() throws {
    let picture = try Bitmap(PixelSize(width: 2, height: 2), filledWith: .white)
    let filter = try #require(
      ShaderFilter(
        Shader(
          source:
            "void mainImage(out vec4 c, in vec2 p) { c = vec4(iTime, float(iFrame) / 255.0, iTimeDelta * 12.0, 1.0); }"
        )))
    #expect(
      try filter.apply(to: picture, at: 0.4).rendered()[1, 1] == Pixel(red: 102, green: 24, blue: 51))
    let blend = try #require(
      ShaderBlend(
        Shader(
          source: """
            varying vec2 textureCoordinate; uniform sampler2D inputImageTexture, inputImageTexture2;
            uniform float u_time, u_progress;
            void main() { gl_FragColor = vec4(u_time, u_progress, 0.0, 1.0); }
            """)))
    #expect(
      try blend.apply(to: picture, picture, at: 0.8).rendered()[1, 1]
        == Pixel(red: 204, green: 204, blue: 0))
  }

  /// Linear combinations of channels are recognized, and equal the result in Double.
  @Test func linearColors() throws {
    let picture = try Bitmap.noise(61, 9, seed: 5, opaque: true)
    for (text, formula) in [
      ("(c.r + c.g + 0.5) / 3.0", { ($0.x + $0.y + 0.5) / 3 }), ("0.5 - c.b / 2.0", { 0.5 - $0.z / 2 }),
      ("-(c.g - 1.0) * 0.5 + 0.25", { 0.75 - 0.5 * $0.y }),
      ("mix(c.r, 1.0 - c.g, 0.25)", { 0.75 * $0.x + 0.25 * (1 - $0.y) }),
      ("clamp(0.25 * (c.r + c.g) + 0.5 * c.b, 0.0, 1.0)", { 0.25 * ($0.x + $0.y) + 0.5 * $0.z }),
    ] as [(String, (SIMD4<Double>) -> Double)] {
      let filter = try #require(
        ShaderFilter(
          try Shader(source: "vec4 effect(vec4 c) { float v = \(text); return vec4(v, v, c.b, 1.0); }")))
      let made = try (picture --> filter).frame()
      for y in 0..<9 {
        for x in 0..<61 {
          let pixel = picture[x, y]
          let color = SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), 255) / 255
          let expected = 255 * formula(color)
          #expect(abs(Double(made[x, y].red) - expected) <= 0.51 && made[x, y].blue == pixel.blue, "\(text)")
        }
      }
    }
  }
}
