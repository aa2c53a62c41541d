import SegueRendering
import SeguePixels
import SegueShaders
import SegueTestSupport
import Testing

/// The compiled shader against the reference evaluator, pixel by pixel.
@Suite struct LoweringTests {
  /// Wider than a vector, so that rows have a tail.
  static let size = PixelSize(width: 37, height: 7)

  /// Values of p: every pixel, columns, rows, or a constant that is folded.
  static let positions = [
    "textureCoordinate", "vec2(textureCoordinate.x, 0.3)", "vec2(0.7, textureCoordinate.y)",
    "vec2(0.25, 0.8)",
  ]

  /// Expressions of p, with their types.
  static let expressions: [(String, type: String)] = [
    ("p + p.yx * 3.0 - 0.5", "vec2"), ("p / (p.yx + 0.1)", "vec2"), ("-p", "vec2"), ("2.0 - p", "vec2"),
    ("p * 0.0 + 1.0 * p", "vec2"), ("p / 4.0", "vec2"), ("p - vec2(0.25)", "vec2"),
    ("p.xyx * vec3(1.0, 2.0, 3.0)", "vec3"), ("vec4(p, p.yx).wzyx", "vec4"),
    // A product used by the sum of a column or a row, and by every pixel.
    ("(p.x * 3.0 + 1.0) / (p.x * 3.0 * textureCoordinate.y + 9.0)", "float"),
    ("(p.y * 3.0 + 1.0) / (p.y * 3.0 * textureCoordinate.x + 9.0)", "float"),
    ("radians(p * 90.0) + degrees(p)", "vec2"), ("sin(p * 9.0)", "vec2"), ("cos(p * 9.0)", "vec2"),
    ("tan(p)", "vec2"), ("asin(p * 2.0 - 1.0)", "vec2"), ("acos(p * 2.0 - 1.0)", "vec2"),
    ("atan(p * 8.0 - 4.0)", "vec2"), ("atan(p - 0.5, p.yx - 0.4)", "vec2"),
    ("sinh(p) + cosh(p) + tanh(p)", "vec2"), ("asinh(p) + acosh(p + 1.0) + atanh(p * 0.9)", "vec2"),
    ("pow(p, vec2(2.2, 0.4))", "vec2"), ("pow(p, vec2(2.0, 1.0))", "vec2"),
    ("pow(p - 0.5, vec2(2.0, 1.0))", "vec2"),
    ("exp(p) + exp2(p * 5.0)", "vec2"),
    ("log(p) + log2(p)", "vec2"), ("sqrt(p) + inversesqrt(p)", "vec2"),
    ("abs(p - 0.5) + sign(p - 0.5)", "vec2"), ("floor(p * 5.0) + ceil(p * 5.1) + fract(p * 7.0)", "vec2"),
    ("trunc(p * 9.0 - 4.4) + round(p * 9.3 - 4.2)", "vec2"), ("mod(p * 9.0 - 4.0, 1.7)", "vec2"),
    ("min(p, p.yx) + max(p, 0.3)", "vec2"), ("clamp(p, 0.2, 0.7)", "vec2"), ("mix(p, p.yx, 0.3)", "vec2"),
    ("mix(p, p.yx, 1.0) + 2.0 * mix(p, p.yx, 0.0)", "vec2"),
    ("mix(p, p.yx, bvec2(p.x > 0.4, false))", "vec2"), ("step(0.5, p) + smoothstep(0.2, 0.9, p)", "vec2"),
    // Mesa's results where the language leaves them open: NaN is the other argument or 0, equal edges give 0.
    ("vec2(min(sqrt(p.x - 0.5), p.y), min(p.y, sqrt(p.x - 0.5)))", "vec2"),
    ("vec2(max(sqrt(p.x - 0.5), p.y), max(p.y, sqrt(p.x - 0.5)))", "vec2"),
    ("vec2(step(sqrt(p.x - 0.5), p.y), step(p.y, sqrt(p.x - 0.5)))", "vec2"),
    ("vec2(clamp(sqrt(p.x - 0.5), 0.2, 0.7), clamp(p.y, sqrt(p.x - 0.5), 0.9))", "vec2"),
    ("vec2(clamp(p.y, 0.1, sqrt(p.x - 0.5)), smoothstep(0.1, sqrt(p.x - 0.5), p.y))", "vec2"),
    ("vec2(smoothstep(p.x, p.x, p.y), smoothstep(p.y, p.y, p.y))", "vec2"),
    ("vec2(smoothstep(0.5, 0.5, p.x), smoothstep(sqrt(p.x - 0.5), 1.0, p.y))", "vec2"),
    ("length(p) + length(p.xyx) + length(p.x - 1.0) + length(vec4(p, p))", "float"),
    ("distance(p, vec2(0.3, 0.6))", "float"),
    ("dot(p, p.yx) + dot(p.xyx, p.xxy) + dot(vec4(p, p), vec4(1, 2, 3, 4))", "float"),
    ("cross(p.xyx, vec3(1.0, 2.0, 3.0))", "vec3"), ("normalize(p + 0.1)", "vec2"),
    ("normalize(p.xyx + 0.2) + normalize(vec4(p, p) + 0.1).xyz", "vec3"),
    ("faceforward(p, p - 0.5, p.yx)", "vec2"), ("reflect(p, normalize(vec2(1.0, 2.0)))", "vec2"),
    ("refract(normalize(p + 0.1), normalize(vec2(-1.0, -0.5)), 0.8)", "vec2"),
    ("mat2(p, p.yx) * p + p * mat2(1.0, 2.0, 3.0, 4.0)", "vec2"), ("mat2(p, p.yx) * mat2(p.yx, p)", "mat2"),
    ("mat3(2.0) * mat3(mat2(p, p.yx))", "mat3"), ("matrixCompMult(mat2(p, p), mat2(3.0))", "mat2"),
    ("outerProduct(p, p.yx)", "mat2"), ("transpose(mat3(p, p, p, p, 1.0))", "mat3"),
    ("determinant(mat3(p, 1.0, p.yx, 2.0, 0.3, p)) + determinant(mat2(p, 3.0, 4.0))", "float"),
    ("inverse(mat2(p + 1.0, 0.3, 4.0))", "mat2"), ("inverse(mat3(4.0) + mat3(p, p, p, p, 0.5))", "mat3"),
    ("inverse(mat4(5.0) + mat4(p, p, p, p, p, p, p, p))", "mat4"),
    // All elements differ, so that a row mistaken for a column shows.
    ("transpose(mat2(p, 0.3, 4.0))", "mat2"),
    ("transpose(mat3(p, 0.3, 1.0 - p, p.x * p.y, 4.0, p * 2.0))", "mat3"),
    ("transpose(mat4(p, 0.3, 7.0, 1.0 - p, p.x * p.y, 4.0, p * 2.0, p - 3.0, p * p, 0.7, 5.0))", "mat4"),
    ("mat3(p, 0.3, 1.0 - p, 4.0, p.yx, 0.2) * vec3(p, 2.0)", "vec3"),
    ("vec3(p, 2.0) * mat3(p, 0.3, 1.0 - p, 4.0, p.yx, 0.2)", "vec3"),
    ("mat3(p, 0.3, 1.0 - p, 4.0, p.yx, 0.2) * mat3(1, 2, 3, 4, 5, 6, 7, 8, 9)", "mat3"),
    ("matrixCompMult(mat2(p, 0.3, 4.0), mat2(1, 2, 3, 4))", "mat2"),
    ("outerProduct(p, vec2(3.0, p.x * 5.0))", "mat2"),
    ("inverse(mat3(4.0) + mat3(p, 0.3, 1.0 - p, 0.7, p.yx, 0.2))", "mat3"),
    ("inverse(mat4(5.0) + mat4(p, 0.3, 0.9, 1.0 - p, 0.1, 0.8, p.yx, 0.6, 0.2, p * 0.5, 0.4, 0.7))", "mat4"),
    ("vec2(lessThan(p, p.yx)) + vec2(greaterThanEqual(p, vec2(0.5)))", "vec2"),
    ("vec2(equal(p, p.yx)) + vec2(notEqual(p, vec2(0.5)))", "vec2"),
    ("float(any(lessThan(p, vec2(0.3)))) + float(all(greaterThan(p, vec2(0.3))))", "float"),
    ("float(p.x < 0.5 && p.y > 0.2 || !(p.x <= p.y)) + float(p.x > 0.3 ^^ p.y > 0.3)", "float"),
    ("p.x > 0.5 ? p : p.yx * 2.0", "vec2"), ("float(p == p.yx) + float(p != vec2(0.5))", "float"),
    ("float(int(p.x * 9.0) % 4 + int(p.y * 9.0) / 2 * 3 - 1)", "float"),
    ("float((int(p.x * 99.0) & 12 | 3) ^ (int(p.y * 99.0) << 2 >> 1))", "float"),
    ("float(~int(p.x * 99.0)) + float(uint(p.y * 99.0) >> 1u) + float(-int(p.x * 9.0))", "float"),
    (
      "float(min(int(p.x * 9.0), 4) + max(int(p.y * 9.0), 2) + clamp(int(p.x * 20.0), 3, 8) + abs(int(p.y * 9.0) - 4))",
      "float"
    ),
    ("float(0 - int(p.x * 9.0)) + float(int(p.y * 9.0) - 0)", "float"),
    ("float(isnan(p.x)) + float(isinf(1.0 / (p.x - p.x)))", "float"),
    ("intBitsToFloat(floatBitsToInt(p.x)) + float(bool(p.x))", "float"),
    ("float[3](p.x, p.y, 0.5)[int(p.x * 3.0)]", "float"), ("vec3(p, 0.5)[int(p.y * 3.0)]", "float"),
    ("mat2(p, p.yx)[int(p.x * 2.0)]", "vec2"),
    ("roundEven(p * 9.3 - 4.2)", "vec2"), ("uintBitsToFloat(floatBitsToUint(p))", "vec2"),
    ("vec2(lessThanEqual(p, p.yx)) + vec2(not(lessThan(p, vec2(0.5))))", "vec2"),
    ("float(uint(p.x * 99.0) / 7u + uint(p.y * 99.0) % 5u) + float(sign(int(p.x * 9.0) - 4))", "float"),
    ("float(min(uint(p.x * 9.0), 4u) + max(uint(p.y * 9.0), 2u) + clamp(uint(p.x * 20.0), 3u, 8u))", "float"),
    (
      "vec2(notEqual(ivec2(p * 3.0), ivec2(1))) + vec2(lessThanEqual(ivec2(p * 3.0), ivec2(p.yx * 3.0)))",
      "vec2"
    ),
    ("float[11](3., 1., 4., 1., 5., 9., 2., 6., 5., 3., 5.)[clamp(int(p.x * 11.), 0, 10)]", "float"),
    ("vec2[9](p, p.yx, p + 1., p, p * 3., p, vec2(4), p - 5., p / 7.)[clamp(int(p.y * 9.), 0, 8)]", "vec2"),
    ("float(packSnorm2x16(p * 3.0 - 1.5) & 65535u)", "float"),
    ("float(packUnorm2x16(p * 2.0 - 0.47) >> 16u)", "float"),
    ("float(packSnorm4x8(vec4(p, -p)) >> 16u)", "float"),
    ("float(packUnorm4x8(vec4(p, p * 2.0)) >> 8u)", "float"),
    ("unpackUnorm2x16(uint(p.x * 37.0) * 1771u | uint(p.y * 7.0) * 9362u << 16u)", "vec2"),
    ("unpackSnorm2x16(uint(p.x * 37.0) * 1771u | uint(p.y * 7.0) * 9362u << 16u)", "vec2"),
    ("unpackUnorm4x8(uint(p.x * 37.0) * 460551u | uint(p.y * 7.0) * 42u << 24u)", "vec4"),
    ("unpackSnorm4x8(uint(p.x * 37.0) * 460551u | uint(p.y * 7.0) * 42u << 24u)", "vec4"),
    ("float(packHalf2x16(vec2(p.x * 3.0 - 1.0, p.y)) & 65535u)", "float"),
    ("float(packHalf2x16(vec2(p.x * 1e-5, p.y * 2e5)) >> 16u)", "float"),
    ("float(packHalf2x16(vec2(p.y * 1e-4 - 5e-5, 0.0)))", "float"),
    ("unpackHalf2x16(uint(p.x * 31743.0) | uint(p.y * 65535.0) << 16u)", "vec2"),
    ("unpackHalf2x16(uint(p.x * 1023.0) | 64512u << 16u)", "vec2"),
    ("vec2(lessThan(uvec2(p * 9.0), uvec2(4u))) + float(uint(p.x * 9.0) <= uint(p.y * 9.0))", "vec2"),
  ]

  @Test(arguments: expressions.indices, positions)
  func expressionIsWhatTheReferenceSays(index: Int, position: String) throws {
    let (expression, type) = Self.expressions[index]
    let parts: [String] =
      switch type {
      case "float": ["result"]
      case "mat2": (0..<4).map { "result[\($0 / 2)][\($0 % 2)]" }
      case "mat3": (0..<9).map { "result[\($0 / 3)][\($0 % 3)]" }
      case "mat4": (0..<16).map { "result[\($0 / 4)][\($0 % 4)]" }
      default: (0..<(Int(type.suffix(1)) ?? 1)).map { "result[\($0)]" }
      }
    for part in parts {
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
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          reference.inputs = ["textureCoordinate": Self.position(x, y)]
          let expected = try reference.color()[0]
          let pixel = frames[0][x, y]
          let bits =
            UInt32(pixel.red) | UInt32(pixel.green) << 8 | UInt32(pixel.blue) << 16 | UInt32(pixel.alpha)
            << 24
          let value = Double(Float(bitPattern: bits))
          let isSame = value == expected || value.isNaN && expected.isNaN
          let difference = abs(value - expected)
          #expect(
            isSame || difference <= 4e-6 * max(1, abs(expected)) || Self.isAtAStep(expression, difference),
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

  @Test("A loop that fills a large array takes linear time", .timeLimit(.minutes(1)))
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

  /// Bodies of functions over the integers a, b, c, d, which differ between pixels.
  static let bodies = [
    "for (int i = 0; i < 5; i++) { a += b * i; }",
    "for (int i = 0; i < a; i++) { b += i; if (b > 40) break; }",
    "int e = a * 7 + b; for (int i = 0; i < c; i++) { for (int j = 0; j < d; j++) { b += e + j; } int f = b * 3 + i; a ^= f * f + d; }",
    "for (int i = 0; i < 9; i++) { if (i == c) continue; a = a * 3 + i; }",
    "int i = 0; while (i++ < b) { c ^= i; } d = i;",
    "do { a -= 3; b++; } while (a > 0);",
    "for (int i = 0; i < a; i++) for (int j = 0; j < b; j++) { if (j > i) break; c += i * j; }",
    "for (int i = 0; i < 200; i++) { int t = a; a = b; b = t + i; if (i > c * 7) break; }",
    "if (a > 5) { if (b > 3) return; c = 7; } else { d = a; } c += 1;",
    "for (int i = 0; i < 20; i++) { if (i > a) return; c += i; } d = 99;",
    "switch (a & 3) { case 0: b = 1; break; case 1: b = 2; case 2: c = 3; break; default: d = 4; }",
    "for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: a += 5; break; default: a += 1; } b += a; }",
    "int v[4]; for (int i = 0; i < 4; i++) v[i] = a * i; v[b & 3] = c; d = v[a & 3] + v[c & 3];",
    "int v[3]; int w[3]; v[0] = a; v[1] = b; v[2] = c; w = v; w[a % 3] = 8; d = v[1] + w[1]; a = int(v == w);",
    "ivec3 v = ivec3(a, b, c); v.zx += v.xy; v[b % 3] -= 2; a = v.x; b = v.y; c = v.z;",
    "swap(a, b); addTo(c, a); d = twice(twice(d));",
    "S s = S(a, ivec2(b, c)); S t = s; t.v.y = 9; if (s == t) d = 1; a = t.v.y + s.v.y; b = t.n;",
    "a = (b > 2 ? a++ : --a) + a; c = b, d = c;",
    "bool hit = a > 3 && bump(b) || bump(c); d = int(hit);",
    "int i = a; while (true) { i += 3; if (i > 50) break; if ((i & 1) == 0) continue; b += i; }",
    "while (a < 40) { a = early(a); b++; }",
    "for (;;) { a++; if (a > 12) { c = a; break; } for (int k = 0; k < 3; k++) { if (k == b) break; d += k; } }",
    "if (a > 4) discard; b = 3;",
    "int i = 0; while (true) { if (i++ > a) { if (b > 3) break; discard; } }",
    "int n = 0; for (int i = 0; i < 300; i++) { if (n > b) continue; n += i & 3; } c = n;",
  ]

  static func program(_ body: String) -> String {
    """
    varying vec2 textureCoordinate;
    int a, b, c, d;
    struct S { int n; ivec2 v; };
    void swap(inout int x, inout int y) { int t = x; x = y; y = t; }
    void addTo(out int x, in int y) { x = x + y; }
    int twice(int x) { x *= 2; return x; }
    bool bump(inout int x) { x += 10; return x > 14; }
    int early(int x) { if (x > 20) return x + 7; x *= 2; return x + 1; }
    void run() { \(body) }
    void main() {
      ivec2 p = ivec2(textureCoordinate * vec2(37.0, 7.0));
      a = p.x; b = p.y; c = p.x ^ p.y; d = p.x * p.y;
      run();
      gl_FragColor = vec4(a & 255, b & 255, c & 255, d & 255) / 255.0;
    }
    """
  }

  @Test(arguments: bodies) func controlFlowIsWhatTheReferenceSays(body: String) throws {
    try compare(Self.program(body))
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
  func indicesComeFirst(body: String) throws { try compare(Self.program(body)) }

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
    try compare(Self.program("\(variables) v[i] = \(value); a = v[0]; b = v[1]; c = v[2]; d = i;"))
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
    try compare(Self.program(writer.body()))
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
      #expect("\(error)".contains("turns"))
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

  /// Functions that each call the previous one ten times, with ten statements in the first.
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
