import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Rarely used parts of the language.
@Suite struct LanguageTests {
  /// Numeric literals in all forms of the language.
  @Test(arguments: [
    ("1e+3", 1000.0), ("1e3", 1000), ("1E-3", 0.001), ("2.5E+2", 250), (".5e+1", 5), ("2.e1", 20),
    ("1.5f", 1.5),
    ("1e+1F", 10), ("1e1 + 3.0", 13), ("1e1 - 3.0", 7), ("07.5", 7.5), ("float(0x1e) + 3.0", 33),
    ("float(0X1E+3)", 33), ("float(017)", 15), ("float(9u)", 9), ("float(0xFFu)", 255),
    ("1f", 1), ("2F + 0.5", 2.5),
  ])
  func numbersAreRead(text: String, number: Double) throws {
    let value = try #require(evaluate(text, as: "float").first)
    #expect(abs(value - number) <= 1e-6 * number)
  }

  /// Global declarations, statements in `main`, and then an `int` expression.
  @Test(
    arguments: [
      ("", "int n = 0; int i = 0; while (bool go = i < 3) { n += 2; i++; }", "n", 6.0),
      (
        "", "int n = 0; for (int i = 0; bool go = i < 5; i++) { if (i == 2) continue; if (go) n += i; }", "n",
        8
      ),
      ("", "int n = 0; while (bool go = n < 9) n++; int go = 4;", "n + go", 13),
      ("", "int n = 0; while (bool go = n < 5) { n++; while (bool go = n < 3) n++; }", "n", 5),
      ("const float k = max(2.0, 3.0);", "float a[int(k)];", "a.length()", 3),
      ("", "float a[int(pow(2.0, 3.0)) + int(length(vec2(3.0, 4.0)))];", "a.length()", 13),
      ("", "float a[int(dot(vec2(1.0, 2.0), vec2(3.0)))];", "a.length()", 9),
      (
        "const vec3 v = clamp(vec3(1.0, 5.0, 9.0), 2.0, 6.0);", "float a[int(v.x + v.y + v.z)];",
        "a.length()",
        13
      ),
      ("", "float a[max(3, min(7, 5))]; float b[int(mod(7.0, 4.0))];", "a.length() * 10 + b.length()", 53),
      ("", "float a[any(lessThan(vec2(1.0), vec2(0.0, 2.0))) ? 4 : 3];", "a.length()", 4),
      ("const float t[3] = float[3](4.0, 5.0, 6.0);", "float a[int(t[1])];", "a.length()", 5),
      ("", "float a[vec2(1.0, 2.0) == vec2(1.0, 3.0) ? 3 : 2];", "a.length()", 2),
      ("", "float a[true && 1 < 2 || false ? 3 : 2];", "a.length()", 3),
      ("", "float a[int((mat2(1.0, 2.0, 3.0, 4.0) * vec2(1.0, 1.0)).y)];", "a.length()", 6),
      ("struct S { int n; float x; }; const S s = S(3, 1.0);", "float a[s.n];", "a.length()", 3),
      (
        "struct S { vec3 v; int n; mat2 m; float x; }; const S s = S(vec3(7.0), 3, mat2(8.0), 2.0);",
        "float a[s.n + 10 * int(s.x)];", "a.length()", 23
      ),
      ("", "float a[gl_MaxDrawBuffers];", "a.length()", 4),
      ("", "", "gl_MaxTextureImageUnits * 1000 + gl_MaxVaryingVectors", 16015),
      ("", "", "gl_FrontFacing ? 3 : 4", 3),
      // Unsigned numbers above all signed ones.
      (
        "", "uvec2 a = uvec2(4000000000u, 7u); uvec2 b = uvec2(7u, 7u);",
        "int(all(greaterThanEqual(a, b))) + 2 * int(any(lessThan(a, b))) + 4 * int(all(lessThanEqual(b, a)))"
          + " + 8 * int(greaterThan(a, b).x)", 13
      ),
      ("struct { int a; float b; } s;", "s.a = 3; s.b = 0.5;", "s.a + int(s.b * 2.0)", 4),
      ("struct { int a; } s; struct { float a; } t;", "s.a = 3; t.a = 2.5;", "s.a + int(t.a * 2.0)", 8),
      ("", "struct { int a; } s, t[2]; s.a = 3; t[1] = s;", "t[1].a", 3),
      ("", "struct S { int a; } s = S(7);", "s.a", 7),
      ("const int n = (-2147483647 - 1) / -1;", "float a[n < 0 ? 2 : 3];", "n < 0 ? a.length() : 0", 2),
      ("const int n = (-2147483647 - 1) % -1;", "float a[n + 2];", "a.length()", 2),
      ("", "float a[(4 | 4 ^ 4) + (4 ^ 4 | 4) + (4 ^ 4 & 0)];", "a.length()", 12),
      ("", "bool c = true; int i = 3;", "int((c ? 1.5 : i) * 2.0) + int((c ? i : 2.5) * 20.0)", 63),
      ("", "int a = 4;", "(a | a ^ a) + (a ^ a | a) * 10 + (a ^ a & 0) * 100", 444),
      (
        "", "uint a = 4000000000u, b = 7u;",
        "int(a > b) + 2 * int(a >= b) + 4 * int(b < a) + 8 * int(b <= a) + 16 * int(b >= a) + 32 * int(a <= b)",
        15
      ),
      ("", "", "int(uint(true)) * 10 + int(uint(false))", 10),
      // The second operand of ?: may have commas, and an assignment belongs to the third.
      (
        "", "int a = 1, b = 2, c = 3; bool t = true; int d = t ? a, b : c; t ? a : b = 9;",
        "a * 1000 + b * 100 + c * 10 + d", 1232
      ),
      ("int n; void count() { n += 3; }", "int a = (count(), n);", "a", 3),
      ("", "int gl_MaxDrawBuffers = 9;", "gl_MaxDrawBuffers", 9),
      ("const int n[1] = int[1](3);", "int[n[0]] a;", "a.length()", 3),
      ("struct S { int n; };", "S[2] s; s[1].n = 4;", "s[1].n * 10 + s.length()", 42),
      ("", "float i; float f = modf(-7, i);", "int(f) * 100 + int(i)", -7),
      ("float modf(float a, float b) { return 7.0; }", "", "int(modf(1.0, 2.0))", 7),
      // A function of the shader that matches as well as a built-in function is called instead of it.
      ("float pow(float a, float b) { return 7.0; }", "", "int(pow(2, 3))", 7),
      // The argument is evaluated once.
      (
        "", "float x = 1.25, w; float f = modf(x += 1.0, w);",
        "int(x * 100.0) * 1000 + int(w * 100.0) + int(f * 100.0)", 225_225
      ),
      ("", "float a[int(max(3u, 4000000000u) / 1000000000u)];", "a.length()", 4),
      ("", "lowp int a = 3; mediump int b = 4; highp int c = 5;", "a * 100 + b * 10 + c", 345),
      ("struct S { highp int a; lowp int b, c; };", "S s = S(3, 4, 5);", "s.a * 100 + s.b * 10 + s.c", 345),
      // A variable without an initial value is zero in each turn.
      ("", "int s = 0; for (int i = 0; i < 4; i++) { int t; t += i; s += t; }", "s", 6),
      ("int f(int x) { int t; t += x; return t; }", "int a = f(3), b = f(4);", "a * 10 + b", 34),
      // `out` parameters are written back from left to right.
      ("void f(out int a, out int b) { a = 1; b = 2; }", "int x; f(x, x);", "x", 2),
      // An index out of range is clamped.
      (
        "", "int v[3] = int[](2, 3, 5); int s = 0; for (int i = -1; i < 5; i++) s = s * 10 + v[i];", "s",
        223_555
      ),
      (
        "", "int v[3]; for (int i = -1; i < 5; i++) v[i] = v[i] * 10 + i + 2;",
        "v[0] * 10000 + v[1] * 1000 + v[2]", 123_456
      ),
      // Two indices that depend on the pixel.
      (
        "",
        "int a[3][2]; for (int k = 0; k < 6; k++) a[k / 2][k % 2] = k; int i = int(gl_FragCoord.x * 2.0); a[i + 1][i] = 9; a[i - 1][i] += 7;",
        "a[0][0] * 100000 + a[0][1] * 10000 + a[1][0] * 1000 + a[1][1] * 100 + a[2][0] * 10 + a[2][1]", 82_349
      ),
      (
        "struct S { int n; ivec3 v; };",
        "S s[3]; int i = int(gl_FragCoord.x * 2.0); s[i].v.yx = ivec2(4, 5); s[i + 1].n = 6; s[i].v[i + 1] = 7;",
        "s[1].v.x * 1000 + s[1].v.y * 100 + s[1].v.z * 10 + s[2].n + s[0].v.y + s[2].v.x", 5476
      ),
    ] as [(String, String, String, Double)])
  func means(declarations: String, statements: String, expression: String, expected: Double) throws {
    #expect(try evaluate(expression, as: "int", after: statements, with: declarations) == [expected])
    // Compiled code gives the same value as the reference evaluator.
    let shader = try Shader(
      source: """
        #version 300 es
        precision highp float;
        \(declarations)
        void main() {
          \(statements)
          int result = \(expression);
          gl_FragColor = result == \(Int(expected)) ? vec4(1.0) : vec4(0.0);
        }
        """)
    #expect(try frame(shader)[0, 0] == .white)
  }

  /// Integer operators in constants equal Swift's, for numbers with overlapping bits.
  @Test func operatorsOfConstantsEqualThoseOfSwift() throws {
    let operators: [(String, (Int32, Int32) -> Int32?)] = [
      ("+", { $0 &+ $1 }), ("-", { $0 &- $1 }), ("*", { $0 &* $1 }),
      ("/", { $1 == 0 ? nil : $0.dividedReportingOverflow(by: $1).partialValue }),
      ("%", { $1 == 0 ? nil : $0.remainderReportingOverflow(dividingBy: $1).partialValue }),
      ("<<", { (0..<32).contains($1) ? $0 &<< $1 : nil }),
      (">>", { (0..<32).contains($1) ? $0 &>> $1 : nil }),
      ("&", { $0 & $1 }), ("|", { $0 | $1 }), ("^", { $0 ^ $1 }),
    ]
    let comparisons: [(String, (Int32, Int32) -> Bool)] = [
      ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }),
      ("==", { $0 == $1 }), ("!=", { $0 != $1 }),
    ]
    let numbers: [Int32] = [0, 1, 3, 5, 6, 12, -1, -7, .max]
    var lines = "#version 300 es\nprecision highp float;\nout vec4 color;\n"
    var count = 0
    for a in numbers {
      for b in numbers {
        var truths = operators.compactMap { symbol, operation in
          operation(a, b).map { "((\(a)) \(symbol) (\(b))) == \($0 == .min ? "-2147483647 - 1" : "\($0)")" }
        }
        truths += comparisons.map { symbol, holds in
          "\(holds(a, b) ? "" : "!")((\(a)) \(symbol) (\(b)))"
        }
        // An array of zero elements is an error, so each condition must be true.
        for truth in truths {
          lines += "const float t\(count)[(\(truth)) ? 1 : 0] = float[](1.0);\n"
          count += 1
        }
      }
    }
    #expect(errors(lines + "void main() { color = vec4(1.0); }") == [])
    #expect(errors("float t[(1 ^ 1) == 1 ? 1 : 0]; void main() {}") != [])
  }

  /// Compares expressions without and with parentheses.
  @Test func operatorsOfConstantsBindAsInTheTable() throws {
    let numbers = Precedence.groups.prefix(3) + Precedence.groups[5...7]
    let truths = Array(Precedence.groups.suffix(3))
    var pairs =
      Precedence.pairs(of: Array(numbers), "7", "2", "3")
      + Precedence.pairs(of: Array(numbers), "2", "3", "1")
    for (a, b, c) in [
      ("false", "true", "true"), ("true", "false", "false"), ("true", "true", "false"),
    ] {
      pairs += Precedence.pairs(of: truths, a, b, c)
    }
    // An array of zero elements is an error, so each condition must be true.
    let lines = pairs.enumerated().map { index, pair in
      "const float t\(index)[(\(pair.plain)) == (\(pair.grouped)) ? 1 : 0] = float[](1.0);\n"
    }
    let source =
      "#version 300 es\nprecision highp float;\nout vec4 color;\n\(lines.joined())void main() { color = vec4(1.0); }"
    #expect(errors(source) == [])
  }

  /// Words that only later versions reserve are names in the first version.
  @Test func reservedWordsOfLaterVersionsAreNames() throws {
    _ = try checked(
      "float sample, filter, patch; void main() { gl_FragColor = vec4(sample + filter + patch); }")
  }

  @Test(
    "Declarations without an effect are ignored",
    arguments: [
      "invariant varying vec2 uv;", "invariant gl_FragColor;", "varying mediump vec2 uv;",
      "precision mediump float;",
    ]) func wordsThatSayNothing(declaration: String)
  {
    #expect(errors("\(declaration) void main() { gl_FragColor = vec4(1.0); }") == [])
  }

  @Test("Arrays of matrices are set column by column") func arraysOfMatrices() throws {
    let shader = try Shader(
      source: "uniform mat2 turns[2]; void main() { gl_FragColor = vec4(turns[0][1], turns[1][0].y, 1.0); }")
    let set = try shader.with("turns", [0, 0, 0.2, 0.4, 0, 0.6, 0, 0])
    #expect(try frame(set)[0, 0] == Pixel(red: 51, green: 102, blue: 153))
  }

  @Test func uniformsOfStructuresAreSetByTheirMembers() throws {
    let shader = try Shader(
      source: """
        struct Spot { float size; vec2 at[2]; };
        struct Light { vec3 color; Spot spot; };
        uniform Light lights[2];
        uniform struct { bool on; } lamp;
        vec4 color(int i) { return vec4(lights[i].color.xy, lights[1].spot.at[1].y, lights[0].spot.size); }
        void main() { gl_FragColor = lamp.on ? color(1) : vec4(0.0); }
        """)
    #expect(
      shader.parameters.map(\.name) == [
        "lights[0].color", "lights[0].spot.size", "lights[0].spot.at", "lights[1].color",
        "lights[1].spot.size", "lights[1].spot.at", "lamp.on",
      ])
    let set = try shader.with("lamp.on", true).with("lights[1].color", [1, 0.2, 0.4])
      .with("lights[0].spot.size", 1).with("lights[1].spot.at", [0, 0, 0, 0.6])
    #expect(try frame(set)[0, 0] == Pixel(red: 255, green: 51, blue: 153, alpha: 255))
    #expect(try frame(shader)[0, 0] == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
  }

  /// A value computed once for a column or a row reaches all its pixels.
  @Test(arguments: ["uv.x", "uv.y", "(1.0 - uv.x)", "(1.0 - uv.y)"]) func aColorMayDependOnOneCoordinate(
    coordinate: String
  ) throws {
    let shader = try Shader(
      source:
        "varying vec2 uv; void main() { gl_FragColor = vec4(\(coordinate), \(coordinate), \(coordinate), 1.0); }"
    )
    let filter = try #require(ShaderFilter(shader))
    let size = PixelSize(width: 2050, height: 5)
    for level in SIMDLevel.available {
      let frame = try (Bitmap(size, filledWith: .black) --> filter).frame(Execution(level: level))
      for y in 0..<size.height {
        let wrong = (0..<size.width).first { x in
          let place =
            coordinate.contains("x")
            ? (Double(x) + 0.5) / Double(size.width) : (Double(y) + 0.5) / Double(size.height)
          let value = coordinate.contains("1") ? 1 - place : place
          // Tolerance: rounding of the position to float.
          return abs(Double(frame[x, y].red) - value * 255) > 0.5001
        }
        #expect(wrong == nil, "\(level) at (\(wrong ?? 0), \(y))")
      }
    }
  }

  /// A long loop within the limit ends, and a longer one is an error.
  @Test func longLoopsWithinTheLimitEnd() throws {
    let source = """
      varying vec2 uv;
      void main() {
        int n = uv.x > 2.0 ? 1 : 0;
        while (n < 200000) n++;
        gl_FragColor = n == 200000 ? vec4(1.0) : vec4(0.0);
      }
      """
    #expect(try frame(Shader(source: source))[0, 0] == .white)
    let endless = try Shader(source: source.replacing("200000", with: "300000"))
    #expect(throws: RenderError.self) { try frame(endless) }
  }

  /// The value of a parameter may make the shader too long.
  @Test func aParameterMayExceedTheInstructionLimit() throws {
    let loop = "for (int i = 0; i < n; i++) r += sin(r.yzwx * 1.1 + float(i)); "
    let source = """
      varying vec2 uv;
      uniform int n; // = 0 in 0...64
      void main() {
        vec4 r = vec4(uv, uv + 1.0);
        \(String(repeating: loop, count: 100))
        gl_FragColor = n == 0 ? vec4(1.0) : r;
      }
      """
    let shader = try Shader(source: source, file: "long.glsl")
    #expect(try frame(shader)[0, 0] == .white)
    let most = "the shader is too long: with its loops and functions put in, more than 60000 operations"
    #expect(throws: RenderError.unrenderable("long.glsl:5: \(most)")) { try frame(shader.with("n", 64)) }
  }

  /// Variables permuted in a loop get each other's values from the previous iteration.
  @Test(arguments: ["uv.x", "uv.y"]) func variablesCanBePermutedInALoop(coordinate: String) throws {
    let source = """
      varying vec2 uv;
      void main() {
        float a = 1.0, b = 0.2, c = 0.4;
        int n = \(coordinate) < 2.0 ? 5 : 6;
        for (int i = 0; i < n; i++) { float t = a; a = b; b = c; c = t; }
        gl_FragColor = vec4(a, b, c, 1.0);
      }
      """
    #expect(try frame(Shader(source: source))[0, 0] == Pixel(red: 102, green: 255, blue: 51))
  }

  /// gl_FragCoord counts from the bottom left, regardless of the direction of the shader's positions.
  @Test(arguments: [
    "void main() { gl_FragColor = vec4((gl_FragCoord.xy + 0.25) / 255.0, gl_FragCoord.z - 0.5, gl_FragCoord.w); }",
    "vec4 transition(vec2 uv) { return vec4((gl_FragCoord.xy + 0.25) / 255.0, gl_FragCoord.z - 0.5, gl_FragCoord.w); }",
    "vec4 effect(vec4 color) { return vec4((gl_FragCoord.xy + 0.25) / 255.0, gl_FragCoord.z - 0.5, gl_FragCoord.w); }",
  ]) func pixelsAreCountedFromTheBottomLeft(source: String) throws {
    let shader = try Shader(source: source)
    let picture = try Bitmap(PixelSize(width: 5, height: 4), filledWith: .black)
    let frame =
      try ShaderFilter(shader).map { try (picture --> $0).frame() }
      ?? ((.picture(picture), .picture(picture)) --> #require(ShaderBlend(shader))).frame()
    for y in 0..<4 {
      for x in 0..<5 {
        #expect(frame[x, y] == Pixel(red: UInt8(x + 1), green: UInt8(4 - y), blue: 0))
      }
    }
  }

  private func frame(_ shader: Shader) throws -> Bitmap {
    let filter = try #require(ShaderFilter(shader))
    return try (Bitmap(PixelSize(width: 1, height: 1), filledWith: .black) --> filter).frame()
  }
}
