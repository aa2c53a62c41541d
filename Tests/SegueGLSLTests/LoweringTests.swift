import SegueGLSL
import SegueRendering
import SeguePixels
import SegueShaders
import SegueTestSupport
import Testing

/// Compares the compiled shader with the reference evaluator, pixel by pixel.
@Suite struct LoweringTests {
  /// Wider than a vector, so that rows have a tail.
  static let size = PixelSize(width: 37, height: 7)

  /// Values of p: every pixel, columns, rows, or a constant that is folded.
  static let positions = [
    "textureCoordinate", "vec2(textureCoordinate.x, 0.3)", "vec2(0.7, textureCoordinate.y)",
    "vec2(0.25, 0.8)",
  ]

  /// Every part of a vector or matrix is compared if `p` is every pixel, and one part if it is less; all parts in
  /// `scripts/soak whole`.
  @Test(arguments: ShaderSamples.expressions.indices, positions)
  func expressionEqualsTheReference(index: Int, position: String) throws {
    let (expression, type) = ShaderSamples.expressions[index]
    let all: [String] =
      switch type {
      case "float": ["result"]
      case "mat2": (0..<4).map { "result[\($0 / 2)][\($0 % 2)]" }
      case "mat3": (0..<9).map { "result[\($0 / 3)][\($0 % 3)]" }
      case "mat4": (0..<16).map { "result[\($0 / 4)][\($0 % 4)]" }
      default: (0..<(Int(type.suffix(1)) ?? 1)).map { "result[\($0)]" }
      }
    let isSampled = !isWhole && position != Self.positions[0]
    for part in isSampled ? [all[index % all.count]] : all {
      let head = """
        varying vec2 textureCoordinate;
        void main() {
          vec2 p = \(position);
          \(type) result = \(expression);
          float value = \(part);

        """
      let exact =
        head + """
            int bits = floatBitsToInt(value);
            gl_FragColor = vec4(bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >> 24 & 255) / 255.0;
          }
          """
      let frames = try SIMDLevel.available.map { try engine(exact, level: $0) }
      #expect(frames.allSatisfy { $0 == frames[0] }, "levels differ")
      var reference = ReferenceEvaluator(try checked(head + "gl_FragColor = vec4(value);\n}"))
      // The coordinates on which the value depends; some expressions read them beside p.
      let isOfBoth = position == Self.positions[0] || expression.contains("textureCoordinate")
      let (across, down) = (isOfBoth || position.contains("e.x"), isOfBoth || position.contains("e.y"))
      var known: [SIMD2<Int>: Double] = [:]
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let place = SIMD2(across ? x : 0, down ? y : 0)
          let expected: Double
          if let value = known[place] {
            expected = value
          } else {
            reference.inputs = ["textureCoordinate": Self.position(x, y)]
            expected = try reference.color()[0]
            known[place] = expected
          }
          let pixel = frames[0][x, y]
          let bits =
            UInt32(pixel.red) | UInt32(pixel.green) << 8 | UInt32(pixel.blue) << 16 | UInt32(pixel.alpha)
            << 24
          let value = Double(Float(bitPattern: bits))
          let isSame = value == expected || value.isNaN && expected.isNaN
          let difference = abs(value - expected)
          let isRight =
            isSame || difference <= 4e-6 * max(1, abs(expected)) || Self.isAtAStep(expression, difference)
          if isRight { continue }
          Issue.record(
            "\(part) of \(expression) at (\(x), \(y)): \(value) for \(expected)")
        }
      }
    }
  }

  /// Position of a pixel, rounded to float.
  static func position(_ x: Int, _ y: Int) -> [Double] {
    [
      Double(Float((Double(x) + 0.5) / Double(size.width))),
      Double(Float((Double(y) + 0.5) / Double(size.height))),
    ]
  }

  /// Whether a difference comes from float rounding at a step of the expression.
  static func isAtAStep(_ expression: String, _ difference: Double) -> Bool {
    ["floor", "round", "fract", "mod(", "int("].contains { expression.contains($0) }
      && abs(difference - difference.rounded()) < 1e-4
  }

  func engine(_ source: String, level: SIMDLevel, threads: Int = 1) throws -> Bitmap {
    let filter = try #require(ShaderFilter(Shader(source: source, file: "test.frag")))
    let picture = try Bitmap(Self.size, filledWith: .black)
    return try (picture --> filter).frame(at: 0, Execution(threads: threads, level: level))
  }

  @Test("An array size may be computed from negative numbers") func sizesOfNegativeNumbers() throws {
    let source = "void main() { float a[min(-3, 2) + 5]; a[1] = 1.0; gl_FragColor = vec4(a[1]); }"
    #expect(try engine(source, level: .preferred)[0, 0] == .white)
  }

  @Test("Consecutive calls may be more than the limit of nested calls") func callsOneAfterAnother() throws {
    let calls = String(repeating: "x = next(x);\n", count: 510)
    let source = """
      float next(float x) { return x + 1.0; }
      void main() { float x = 0.0; \(calls) gl_FragColor = vec4(vec3(x / 510.0), 1.0); }
      """
    #expect(try engine(source, level: .preferred)[0, 0] == .white)
  }

  @Test("A constant table is read by its index, also with −0 and infinities") func tables() throws {
    for special in ["", ", -0.0", ", 1.0 / 0.0"] {
      for (type, value) in [
        ("float", "float(i)"), ("vec2", "vec2(float(i), 0.25)"), ("mat3", "mat3(float(i) + 0.25)"),
      ] {
        let numbers = (0..<70).map { value.replacing("i)", with: "\($0 * 37 % 101))") }
        let rest = special.isEmpty ? "" : special.replacing(", ", with: ", \(type)(") + ")"
        let count = 70 + (special.isEmpty ? 0 : 1)
        let last = type == "float" ? "" : type == "vec2" ? ".x" : "[2][2]"
        try compare(
          """
          varying vec2 textureCoordinate;
          const \(type) table[\(count)] = \(type)[\(count)](\(numbers.joined(separator: ", "))\(rest));
          void main() {
            ivec2 p = ivec2(textureCoordinate * vec2(37.0, 7.0));
            float a = table[p.x * 2]\(last); float b = table[p.x + p.y * 5]\(last); float c = table[60 + p.x]\(last);
            gl_FragColor = vec4(a, b, min(c, 200.0), 255.0) / 255.0;
          }
          """)
      }
    }
  }

  @Test("A loop that fills a large array takes linear time", .timeLimit(.minutes(5)))
  func largeArrays() throws {
    let source = """
      varying vec2 textureCoordinate;
      void main() {
        float a[4096];
        for (int i = 0; i < 4096; i++) a[i] = float(i) * textureCoordinate.y;
        gl_FragColor = vec4(a[int(textureCoordinate.x * 4095.0)] / 4095.0, 0.0, 0.0, 1.0);
      }
      """
    let start = ContinuousClock.now
    let frame = try engine(source, level: .preferred)
    #expect(ContinuousClock.now - start < .seconds(5))
    let p = Self.position(30, 5)
    let expected = (Double(Int(p[0] * 4095)) * p[1] / 4095 * 255).rounded()
    #expect(abs(Double(frame[30, 5].red) - expected) <= 1)
  }

  // MARK: Control flow

  @Test(arguments: ShaderSamples.bodies) func controlFlowEqualsTheReference(body: String) throws {
    try compare(ShaderSamples.program(body))
  }

  /// Compares frames of all levels and thread counts with the reference.
  func compare(_ source: String) throws {
    let frames = try SIMDLevel.available.flatMap { level in
      try [1, 3].map { try engine(source, level: level, threads: $0) }
    }
    #expect(frames.allSatisfy { $0 == frames[0] }, "levels or thread counts differ")
    var reference = ReferenceEvaluator(try checked(source))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        reference.inputs = ["textureCoordinate": Self.position(x, y)]
        let expected = try reference.color().map { UInt8((max(0, min(1, $0)) * 255).rounded()) }
        let pixel = frames[0][x, y]
        let bytes = [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        guard bytes == expected else {
          Issue.record("\(bytes) for \(expected) at (\(x), \(y)) of\n\(source)")
          return
        }
      }
    }
  }

  @Test(
    "An index is evaluated before the value assigned to its element",
    arguments: [
      "int v[4]; int i = 0; v[i++] = i + 1; a = v[0]; b = v[1]; c = i;",
      "int v[4]; int i = a & 1; v[i++] = i * 3; v[i] = i++; v[i++] += i; a = v[0]; b = v[1]; c = v[2]; d = v[3];",
      "ivec3 v = ivec3(0); int i = b & 1; v[i] = i = 2; v[i -= 1] = c; a = v.x; b = v.y; c = v.z;",
      "int v[4]; v[a & 1] = bump(a) ? a : b; b = v[0]; c = v[1];",
    ])
  func indicesComeFirst(body: String) throws { try compare(ShaderSamples.program(body)) }

  @Test(
    "An index is evaluated first, wherever the assigned value has side effects",
    arguments: [
      "int(float(i++))", "ivec2(i++, 9).x", "ivec2(i++).y", "S(i++, ivec2(9)).n", "int[2](9, i++)[1]",
      "w[i++]",
      "int(mat2(float(i++))[1].y)", "int(mat2(mat3(float(i++)))[1].y)", "-(i++)", "i++ * 3", "3 - i++",
      "int(a > 2 && i++ > 0)", "int(i++ > 0 && a > 2)", "int(a > 2 || i++ > 0)", "int(i++ > 0 || a > 2)",
      "(i++, b)", "(b, i++)", "i++ > 0 ? b : 9", "a > 2 ? i++ : 9", "a > 2 ? 9 : i++", "max(b, i++)",
    ])
  func indicesComeBeforeAllOfTheValue(value: String) throws {
    let variables = "int v[3]; int w[3]; w[0] = 5; w[1] = 7; int i = a & 1;"
    try compare(ShaderSamples.program("\(variables) v[i] = \(value); a = v[0]; b = v[1]; c = v[2]; d = i;"))
  }

  @Test("A function without a return gives 0, and a return from a loop gives its value")
  func valuesOfFunctions() throws {
    try compare(
      """
      varying vec2 textureCoordinate;
      int seven(int x) { return 7; }
      int large(int x) { if (x > 3) return 5; }
      int larger(int x) { if (x > 3) return 5; seven(x); }
      int upToThree(int n) { for (int i = 0; i < n; i++) { if (i == 3) return 5; } return 9; }
      void main() {
        ivec2 p = ivec2(textureCoordinate * vec2(37.0, 7.0));
        gl_FragColor = vec4(large(p.x), larger(p.y), upToThree(p.x), large(p.y)) / 255.0;
      }
      """)
  }

  @Test("Random programs", arguments: 0..<60) func randomPrograms(seed: Int) throws {
    var writer = ProgramWriter(seed: UInt64(seed))
    try compare(ShaderSamples.program(writer.body()))
  }

  /// Small sources that expand to large programs.
  static let hostile: [String: String] = [
    "calls that double": (1...40).map {
      "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }"
    }
    .joined(separator: "\n"),
    "calls of nothing that double": (1...40).map {
      "float f\($0)(float x) { f\($0 - 1)(x); return f\($0 - 1)(x); }"
    }.joined(separator: "\n"),
    "early exits":
      "float f40(float x) { \((0..<5000).map { "if (x > \($0).0) return x;" }.joined(separator: " ")) return x; }",
    "early exits of many calls":
      "float g(float x) { \((0..<490).map { "if (x > \($0).0) return x;" }.joined(separator: " ")) return x; } float f40(float x) { return \((0..<20).map { "g(x * \($0).0)" }.joined(separator: " + ")); }",
    "too many parentheses and an error behind them":
      "float f39(float x) { return \(String(repeating: "(", count: 200))x\(String(repeating: ")", count: 200)); } float f40(float x) { return x + ; }",
    "a long switch":
      "float f40(float x) { switch (int(x * 99.0)) { \((0..<10_000).map { "case \($0): return \($0).0;" }.joined(separator: " ")) } return x; }",
    "loops in loops":
      "float f40(float x) { \((0..<8).map { "for (int i\($0) = 0; i\($0) < 100; i\($0)++) " }.joined()) x += 1.0; return x; }",
    "uncertain loops in loops":
      "float f40(float x) { \((0..<8).map { "for (float i\($0) = 0.0; i\($0) < x; i\($0)++) " }.joined()) x += i7; return x; }",
    "a large array":
      "float f40(float x) { float v[4096]; for (int i = 0; i < 4096; i++) v[int(x * 9.0) + i] = x; return v[int(x)]; }",
  ]

  @Test("Nothing hangs or traps, and too large programs are errors", arguments: hostile.keys.sorted())
  func hostileSources(name: String) throws {
    let source = """
      varying vec2 textureCoordinate;
      float f0(float x) { return x; }
      \(Self.hostile[name] ?? "")
      void main() { gl_FragColor = vec4(f40(textureCoordinate.x)); }
      """
    let start = ContinuousClock.now
    defer { #expect(ContinuousClock.now - start < .seconds(20)) }
    do {
      _ = try engine(source, level: .preferred)
    } catch let error as ShaderError {
      #expect(error.diagnostics.count == 1 && error.diagnostics[0].line > 1)
    } catch let error as RenderError {
      #expect("\(error)".contains("iterations"))
    }
  }

  @Test("Early exits are nested at most 500 deep", arguments: [(490, false), (510, true)])
  func earlyExitsHaveALimit(depth: Int, isRefused: Bool) {
    let exits = (0..<depth).map { "if (x > \($0).0) return x;" }.joined(separator: " ")
    let source = """
      varying vec2 textureCoordinate;
      float rest(float x) { \(exits) return x; }
      void main() { gl_FragColor = vec4(rest(textureCoordinate.x)); }
      """
    var messages: [String] = []
    do throws(ShaderError) { _ = try Shader(source: source) } catch {
      messages = error.diagnostics.map(\.message)
    }
    let refusal = "calls, branches and early exits are nested more than 500 deep"
    #expect(messages == (isRefused ? [refusal] : []))
  }

  @Test("Calls are nested at most 500 deep", arguments: [(500, false), (501, true)])
  func callsMayBeNested500Deep(depth: Int, isRefused: Bool) throws {
    let calls = (2...depth).map { "float f\($0)(float x) { return f\($0 - 1)(x); }" }
    let source = """
      float f1(float x) { return x; }
      \(calls.joined(separator: "\n"))
      void main() { gl_FragColor = vec4(f\(depth)(1.0)); }
      """
    if isRefused {
      let error = #expect(throws: ShaderError.self) { try engine(source, level: .preferred) }
      #expect(error?.description.contains("are nested more than 500 deep") == true)
    } else {
      #expect(try engine(source, level: .preferred)[0, 0] == .white)
    }
  }

  /// Functions, each of which calls the previous one ten times; the first has ten statements.
  private func functions(of statement: String, depth: Int) -> String {
    let bodies = [statement] + (0..<depth).map { "f\($0)();" }
    return "float x;\n"
      + bodies.enumerated().map { "void f\($0)() { \(String(repeating: $1, count: 10)) }\n" }.joined()
  }

  /// The numbers of statements and operations are limited, counted with inlined calls.
  @Test(arguments: [("x;", 4, 1, false), ("x;", 4, 2, true), ("x = sin(x) + 1.0;", 3, 4, true)])
  func lengthsHaveALimit(statement: String, depth: Int, calls: Int, isRefused: Bool) throws {
    let source =
      "varying vec2 textureCoordinate;\n" + functions(of: statement, depth: depth)
      + "void main() { x = textureCoordinate.x; \(String(repeating: "f\(depth)();", count: calls)) gl_FragColor = vec4(x); }"
    if isRefused {
      let error = #expect(throws: ShaderError.self) { try engine(source, level: .preferred) }
      #expect(error?.description.contains("the shader is too long") == true)
    } else {
      _ = try engine(source, level: .preferred)
    }
  }

  @Test("An effect that is too long is an error before rendering") func effectsThatAreTooLong() {
    let source =
      functions(of: "x = sin(x) + 1.0;", depth: 4)
      + "vec4 effect(vec4 color) { x = color.r; f4(); return vec4(x); }"
    let error = #expect(throws: ShaderError.self) {
      try ShaderFilter(Shader(source: source, file: "long.glsl"))
    }
    #expect(error?.description.contains("the shader is too long") == true)
  }
}
