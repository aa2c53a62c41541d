import SegueShaders
import Testing

/// Compares the reference evaluator with values computed by hand.
@Suite struct ReferenceEvaluatorTests {
  @Test(
    arguments: [
      ("7 / 2", "int", [3.0]), ("-7 / 2", "int", [-3]), ("-7 % 3", "int", [-1]), ("7 >> 1", "int", [3]),
      ("-8 >> 1", "int", [-4]), ("4294967295u >> 28", "uint", [15]), ("1 << 33", "int", [2]),
      ("2147483647 + 1", "int", [-2_147_483_648]), ("0u - 1u", "uint", [4_294_967_295]), ("~5", "int", [-6]),
      ("6 & 3 | 8", "int", [10]), ("6 ^ 3", "int", [5]), ("0x1F + 010", "int", [39]),
      ("1 + 2 * 3", "int", [7]), ("(1 + 2) * 3", "int", [9]), ("10 - 4 - 3", "int", [3]),
      ("8 / 4 / 2", "int", [1]),
      ("1 + 2 << 1", "int", [6]), ("1 == 1 && 2 < 1 || true", "bool", [1]), ("true ^^ true", "bool", [0]),
      ("!(1 > 2)", "bool", [1]), ("1 < 2 == true", "bool", [1]),
      ("1 / 2", "float", [0]), ("1. / 2", "float", [0.5]), ("3 * .5", "float", [1.5]),
      ("1e2 + 2.5e-1", "float", [100.25]),
      ("2.0f", "float", [2]), ("true ? 1 : 2.5", "float", [1]), ("false ? 1 : true ? 2 : 3", "int", [2]),
      ("-(2.0)", "float", [-2]), ("+3", "int", [3]), ("- -3", "int", [3]), ("int(-2.7)", "int", [-2]),
      ("float(true)", "float", [1]), ("bool(0.5)", "bool", [1]), ("uint(-1)", "uint", [4_294_967_295]),
      ("int(vec2(4, 5))", "int", [4]), ("float(mat2(7))", "float", [7]),
      ("vec2(1, 2) + 1", "vec2", [2, 3]), ("2 - vec2(1, 2)", "vec2", [1, 0]),
      ("vec2(6) / vec2(2, 3)", "vec2", [3, 2]),
      ("ivec2(7, 8) % 4", "ivec2", [3, 0]), ("ivec2(1, 2) << 1u", "ivec2", [2, 4]),
      ("vec3(1, vec2(2, 3))", "vec3", [1, 2, 3]), ("vec2(vec4(1, 2, 3, 4))", "vec2", [1, 2]),
      ("vec3(vec2(1, 2), vec2(3, 4))", "vec3", [1, 2, 3]), ("ivec2(1.9, -1.9)", "ivec2", [1, -1]),
      ("bvec2(0, 2)", "bvec2", [0, 1]), ("vec2(1, 2) == vec2(1, 2)", "bool", [1]),
      ("vec2(1, 2) != vec2(1, 3)", "bool", [1]),
      ("vec4(1, 2, 3, 4).wzyx", "vec4", [4, 3, 2, 1]), ("vec4(1, 2, 3, 4).rgb.zz", "vec2", [3, 3]),
      ("vec2(5, 6).ts", "vec2", [6, 5]), ("vec3(1, 2, 3)[1]", "float", [2]),
      ("vec3(1, 2, 3).length()", "int", [3]),
      ("mat2(1, 2, 3, 4)", "mat2", [1, 2, 3, 4]), ("mat2(2)", "mat2", [2, 0, 0, 2]),
      ("mat3(mat2(1, 2, 3, 4))", "mat3", [1, 2, 0, 3, 4, 0, 0, 0, 1]),
      ("mat2(mat3(1, 2, 3, 4, 5, 6, 7, 8, 9))", "mat2", [1, 2, 4, 5]),
      ("mat2(vec2(1, 2), vec2(3, 4))[1]", "vec2", [3, 4]),
      // With columns (1, 2) and (3, 4), the product with (5, 6) is 5·(1, 2) + 6·(3, 4).
      ("mat2(1, 2, 3, 4) * vec2(5, 6)", "vec2", [23, 34]),
      ("vec2(5, 6) * mat2(1, 2, 3, 4)", "vec2", [17, 39]),
      ("mat2(1, 2, 3, 4) * mat2(5, 6, 7, 8)", "mat2", [23, 34, 31, 46]),
      ("mat2(1, 2, 3, 4) * 2", "mat2", [2, 4, 6, 8]), ("1 + mat2(1, 2, 3, 4)", "mat2", [2, 3, 4, 5]),
      ("mat2(2, 4, 6, 8) / mat2(1, 2, 3, 4)", "mat2", [2, 2, 2, 2]),
      ("-mat2(1, 2, 3, 4)", "mat2", [-1, -2, -3, -4]),
      ("(1, 2, 3)", "int", [3]),
    ] as [(String, String, [Double])])
  func operators(expression: String, type: String, expected: [Double]) throws {
    #expect(try evaluate(expression, as: type) == expected)
  }

  @Test(
    arguments: [
      ("radians(180.0) - 3.141592653589793", "float", [0.0]), ("degrees(radians(30.0))", "float", [30]),
      ("sin(0.0) + cos(0.0) + tan(0.0)", "float", [1]), ("asin(1.0) * 2.0 - acos(-1.0)", "float", [0]),
      ("atan(1.0, -1.0) / acos(-1.0)", "float", [0.75]), ("atan(1.0) / acos(-1.0)", "float", [0.25]),
      ("sinh(0.0) + cosh(0.0) + tanh(0.0)", "float", [1]),
      ("asinh(sinh(0.5)) + acosh(1.0) + atanh(0.0)", "float", [0.5]),
      ("pow(2, 3)", "float", [8]), ("exp(0.0) + log(1.0) + exp2(3.0) + log2(8.0)", "float", [12]),
      ("sqrt(9.0) + inversesqrt(4.0)", "float", [3.5]), ("abs(-3)", "int", [3]),
      ("abs(-1.5)", "float", [1.5]),
      ("sign(vec3(-2, 0, 5))", "vec3", [-1, 0, 1]), ("sign(-7)", "int", [-1]),
      ("vec4(floor(-1.5), ceil(-1.5), trunc(-1.5), fract(-1.75))", "vec4", [-2, -1, -1, 0.25]),
      ("roundEven(vec4(0.5, 1.5, 2.5, -0.5))", "vec4", [0, 2, 2, 0]),
      ("round(vec2(1.4, 1.6))", "vec2", [1, 2]),
      ("mod(-1.0, 3.0)", "float", [2]), ("mod(vec2(5, 7), 3.0)", "vec2", [2, 1]), ("mod(7, 4)", "float", [3]),
      ("min(1, 2) + max(1, 2)", "int", [3]), ("min(vec2(1, 5), 3.0)", "vec2", [1, 3]),
      ("max(1, 2.5)", "float", [2.5]),
      ("clamp(vec3(-1, 0.5, 2), 0.0, 1.0)", "vec3", [0, 0.5, 1]), ("clamp(9, 1, 5)", "int", [5]),
      ("min(3u, 5u)", "uint", [3]), ("mix(2.0, 4.0, 0.25)", "float", [2.5]),
      ("mix(vec2(0), vec2(4, 8), 0.5)", "vec2", [2, 4]),
      ("mix(vec2(1, 2), vec2(3, 4), bvec2(true, false))", "vec2", [3, 2]),
      ("step(0.5, vec2(0.5, 0.4))", "vec2", [1, 0]),
      ("smoothstep(0.0, 2.0, vec3(-1, 0.5, 3))", "vec3", [0, 0.15625, 1]), ("isnan(0.0 / 0.0)", "bool", [1]),
      ("isinf(vec2(1.0 / 0.0, 1))", "bvec2", [1, 0]), ("floatBitsToInt(1.0)", "int", [1_065_353_216]),
      ("uintBitsToFloat(0x40000000u)", "float", [2]),
      ("intBitsToFloat(floatBitsToInt(-0.75))", "float", [-0.75]),
      ("floatBitsToUint(2.0)", "uint", [1_073_741_824]),
      ("packHalf2x16(vec2(1.5, -2))", "uint", [3_221_241_344]),
      ("packUnorm4x8(vec4(0, 1, 2, 0.2))", "uint", [872414976]),
      ("packSnorm2x16(vec2(-1, 1))", "uint", [2_147_450_881]), ("packUnorm2x16(vec2(1, 0))", "uint", [65535]),
      ("packSnorm4x8(vec4(1, -1, 0, 0))", "uint", [33151]),
      ("unpackHalf2x16(0xC0003E00u)", "vec2", [1.5, -2]),
      ("unpackUnorm4x8(0x33FF00FFu)", "vec4", [1, 0, 1, 0.2]),
      ("unpackSnorm2x16(0x7FFF8000u)", "vec2", [-1, 1]), ("unpackUnorm2x16(65535u)", "vec2", [1, 0]),
      ("unpackSnorm4x8(0x8181u)", "vec4", [-1, -1, 0, 0]),
      ("length(vec2(3, 4)) + length(-2.0)", "float", [7]), ("distance(vec2(1), vec2(4, 5))", "float", [5]),
      ("dot(vec3(1, 2, 3), vec3(4, 5, 6))", "float", [32]),
      ("cross(vec3(1, 0, 0), vec3(0, 1, 0))", "vec3", [0, 0, 1]),
      ("normalize(vec2(3, 4))", "vec2", [0.6, 0.8]),
      ("faceforward(vec2(1), vec2(1, 0), vec2(1, 0))", "vec2", [-1, -1]),
      ("reflect(vec2(1, -1), vec2(0, 1))", "vec2", [1, 1]),
      ("refract(vec2(0, -1), vec2(0, 1), 0.5)", "vec2", [0, -1]),
      ("refract(vec2(1, 0), vec2(0, 1), 2.0)", "vec2", [0, 0]),
      ("matrixCompMult(mat2(1, 2, 3, 4), mat2(2))", "mat2", [2, 0, 0, 8]),
      ("outerProduct(vec2(1, 2), vec2(3, 4))", "mat2", [3, 6, 4, 8]),
      ("transpose(mat2(1, 2, 3, 4))", "mat2", [1, 3, 2, 4]),
      ("determinant(mat3(2, 0, 0, 0, 3, 0, 1, 5, 4))", "float", [24]),
      ("inverse(mat2(4, 2, 7, 6))", "mat2", [0.6, -0.2, -0.7, 0.4]),
      ("lessThan(vec2(1, 2), vec2(2, 1))", "bvec2", [1, 0]),
      ("greaterThanEqual(ivec2(1, 2), ivec2(1, 3))", "bvec2", [1, 0]),
      ("equal(bvec2(true, false), bvec2(true))", "bvec2", [1, 0]),
      ("notEqual(vec2(1), vec2(1, 2))", "bvec2", [0, 1]),
      ("any(bvec2(false, true)) && !all(bvec2(false, true))", "bool", [1]),
      ("not(bvec2(true, false))", "bvec2", [0, 1]),
    ] as [(String, String, [Double])])
  func builtins(expression: String, type: String, expected: [Double]) throws {
    let values = try evaluate(expression, as: type)
    #expect(values.count == expected.count)
    for (value, expected) in zip(values, expected) { #expect(abs(value - expected) <= 1e-12) }
  }

  @Test(
    arguments: [
      ("vec4 v = vec4(1, 2, 3, 4); v.wx = v.xy;", "v", "vec4", [2.0, 2, 3, 1]),
      ("vec4 v = vec4(1, 2, 3, 4); v.zw *= 2.;", "v", "vec4", [1, 2, 6, 8]),
      ("vec3 v = vec3(1, 2, 3); v.zyx.xy = vec2(8, 9);", "v", "vec3", [1, 9, 8]),
      ("vec3 v = vec3(1); int i = 2; v[i] = 5.; v[i - 1] += 2.;", "v", "vec3", [1, 3, 5]),
      ("mat2 m = mat2(1); m[1] = vec2(7, 8); m[0].y = 3.; m[0][0]++;", "m", "mat2", [2, 3, 7, 8]),
      ("vec2 v = vec2(1, 2); v *= mat2(1, 2, 3, 4);", "v", "vec2", [5, 11]),
      ("mat2 m = mat2(1, 2, 3, 4); m *= mat2(5, 6, 7, 8);", "m", "mat2", [23, 34, 31, 46]),
      ("int i = 3; int a = i++ + i; int b = --i - i--;", "ivec3(a, b, i)", "ivec3", [7, 0, 2]),
      ("vec2 v = vec2(1, 2); vec2 w = v++;", "vec4(v, w)", "vec4", [2, 3, 1, 2]),
      (
        "int a[2]; int i = 0; a[i++] = i + 1; a[i] += i++;", "ivec3(a[0], a[1], i)", "ivec3", [2, 1, 2]
      ),
      ("int a, b; a = b = 4; a += b -= 1;", "ivec2(a, b)", "ivec2", [7, 3]),
      ("int a = 12; a /= 5; a <<= 3; a |= 1; a ^= 3; a %= 10; a &= 6; a >>= 1;", "a", "int", [0]),
      ("float a[3]; a[1] = 2.; float b[3] = a; b[1] = 5.;", "vec3(a[1], b[1], b[2])", "vec3", [2, 5, 0]),
      (
        "float a[] = float[](1., 2, 3); float[2] b = float[2](4., 5.);", "vec3(a.length(), a[2], b[1])",
        "vec3",
        [3, 3, 5]
      ),
      ("vec2 a[2]; a[1].y = 3.; int i = 1; a[i].x = 4.;", "a[1]", "vec2", [4, 3]),
      (
        "int n = 0; for (int i = 0; i < 10; i++) { if (i == 2) continue; if (i == 5) break; n += i; }", "n",
        "int", [8]
      ),
      ("int n = 0, i = 9; while (i > 5) { n++; i--; }", "n", "int", [4]),
      ("int n = 0; do n++; while (n < 0);", "n", "int", [1]),
      ("int n = 0; do { n++; if (n < 3) continue; } while (n < 3);", "n", "int", [3]),
      ("int n = 0; for (int i = 0, j = 9; i < j; ++i, --j) n += j;", "n", "int", [35]),
      ("int n = 0; for (;;) { for (;;) { n++; break; } if (n > 3) break; }", "n", "int", [4]),
      (
        "int n = 0; switch (2) { case 1: n += 1; case 2: n += 2; case 3: n += 4; break; default: n += 8; }",
        "n", "int", [6]
      ),
      ("int n = 0; switch (7) { default: n += 8; case 1: n += 1; }", "n", "int", [9]),
      (
        "int n = 0; for (int i = 0; i < 3; i++) { switch (i) { case 1: continue; default: break; } n += 10; }",
        "n", "int", [20]
      ),
      (
        "int n = 0; bool b = false && (n++ == 0); b = true || (n++ == 0); b = n > 0 ? n++ > 0 : false;", "n",
        "int", [0]
      ),
      ("int x = 1; { int x = 2; x = 3; } if (true) { int x = 9; }", "x", "int", [1]),
      ("float x = 2.; { float x = x + 1.; x *= 2.; }", "x", "float", [2]),
      ("float i; float f = modf(-3.25, i);", "vec2(f, i)", "vec2", [-0.25, -3]),
      ("float smooth = 1.; float flat; smooth += 2.; flat = smooth;", "flat", "float", [3]),
      ("int x; float y; bool b; vec2 v;", "vec4(x, y, b, v.y)", "vec4", [0, 0, 0, 0]),
    ] as [(String, String, String, [Double])])
  func statements(body: String, result: String, type: String, expected: [Double]) throws {
    let values = try evaluate(result, as: type, after: body)
    #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(values)")
  }

  @Test(arguments: [
    (
      "void f(in float a, out float b, inout float c) { a += 1.; b = a + c; c *= 2.; }",
      "float x = 1., y = 9., z = 3.; f(x, y, z);", "vec3(x, y, z)", "vec3", [1.0, 5, 6]
    ),
    // `out` parameters are written back after the call, from left to right.
    ("void f(out int a, out int b) { a = 1; b = 2; }", "int x; f(x, x);", "x", "int", [2]),
    ("void f(out float a) { }", "float x = 5.; f(x);", "x", "float", [0]),
    (
      "float side(inout int n) { n++; return float(n); }",
      "int n = 0; vec2 a[3]; a[n].yx = vec2(side(n), side(n));", "vec3(a[0], n)", "vec3", [2, 1, 2]
    ),
    ("void f(inout vec2 v) { v = v.yx; }", "vec4 v = vec4(1, 2, 3, 4); f(v.zx);", "v", "vec4", [3, 2, 1, 4]),
    (
      "void f(inout float x, int i) { x += float(i); }", "float a[2]; int i = 1; f(a[i], i);",
      "vec2(a[0], a[1])", "vec2", [0, 1]
    ),
    (
      "struct S { float a; vec2 b; }; struct T { S s; int n[2]; };",
      "T t = T(S(1, vec2(2, 3)), int[2](4, 5)); T u = t; u.s.b.y = 9.; u.n[1]++;",
      "vec4(t.s.b.y, u.s.b.y, t.n[1], u.n[1])", "vec4", [3, 9, 5, 6]
    ),
    (
      "struct S { float a; float b[2]; };",
      "S s = S(1., float[](2., 3.)); S t = s; bool same = s == t; t.b[0] = 0.;", "bvec2(same, s == t)",
      "bvec2", [1, 0]
    ),
    ("struct S { int a; } s;", "s.a = 4;", "s.a", "int", [4]),
    (
      "int f(int x); int g(int x) { return f(x) + 1; } int f(int x) { return x * 2; }", "", "g(5)", "int",
      [11]
    ),
    (
      "int f(int x) { return 1; } int f(float x) { return 2; } int f(vec2 x) { return 3; }", "",
      "ivec3(f(1), f(1.), f(vec2(0)))", "ivec3", [1, 2, 3]
    ),
    ("float f(float x) { return x; }", "", "f(3)", "float", [3]),
    (
      "float mod(float a, float b) { return 7.; }", "", "vec2(mod(1., 1.), mod(vec2(3), 2.).x)", "vec2",
      [7, 1]
    ),
    (
      "float f(float x) { if (x > 1.) return 5.; for (int i = 0; i < 9; i++) { if (i == 3) return float(i); } return 0.; }",
      "", "vec2(f(2.), f(0.))", "vec2", [5, 3]
    ),
    (
      "const int N = 2 + 1; const float T[N] = float[N](1., 2., 3.); float g = T[N - 1] * 2.;", "", "g",
      "float", [6]
    ),
    ("float n = 1.; float next() { n *= 2.; return n; }", "", "vec2(next(), next())", "vec2", [2, 4]),
    ("#define TWICE(x) ((x) + (x))\n#define N TWICE(TWICE(3))\n", "", "N", "int", [12]),
  ])
  func functionsAndStructures(
    declarations: String, body: String, result: String, type: String, expected: [Double]
  ) throws {
    // Each component has a fresh evaluator, so that functions with state start again.
    #expect(try evaluate(result, as: type, after: body, with: declarations) == expected)
  }

  @Test func transitionsGetPicturesProgressAndRatio() throws {
    let shader = try checked(
      """
      uniform vec2 shift; // = vec2(0.25, 0)
      vec4 transition(vec2 uv) {
        return mix(getFromColor(uv + shift), getToColor(uv), progress) + vec4(0, 0, 0, ratio);
      }
      """)
    var evaluator = ReferenceEvaluator(shader)
    evaluator.progress = 0.5
    evaluator.ratio = 2
    evaluator.from = { u, v in [u, v, 0, 0] }
    evaluator.to = { u, v in [0, 0, u, v] }
    #expect(try evaluator.color(u: 0.5, v: 1) == [0.375, 0.5, 0.25, 2.5])
    evaluator.uniforms["shift"] = [.float(-0.5), .float(0)]
    #expect(try evaluator.color(u: 0.5, v: 1) == [0, 0.5, 0.25, 2.5])
  }

  @Test func fragmentShaderGetsInputsAndTextures() throws {
    let shader = try checked(
      """
      in vec2 textureCoordinate;
      uniform sampler2D inputImageTexture;
      out vec4 color;
      vec4 read(sampler2D map, vec2 at) { return texture(map, at); }
      void main() {
        if (textureCoordinate.x > 0.9) discard;
        ivec2 size = textureSize(inputImageTexture, 0);
        color = read(inputImageTexture, textureCoordinate) + texture2DProj(inputImageTexture, vec3(2, 4, 4));
        color.zw = vec2(size) + gl_FragCoord.xy + texelFetch(inputImageTexture, ivec2(1, 0), 0).x;
      }
      """)
    var evaluator = ReferenceEvaluator(shader)
    evaluator.inputs["textureCoordinate"] = [0.25, 0.75]
    evaluator.textures["inputImageTexture"] = ReferenceTexture(width: 3, height: 5) { u, v in [u, v, 1, 1] }
    #expect(try evaluator.color() == [0.75, 1.75, 4, 6])
    evaluator.inputs["textureCoordinate"] = [0.95, 0.75]
    #expect(try evaluator.color() == [0, 0, 0, 0])
  }

  @Test func endlessLoopsEnd() throws {
    var evaluator = ReferenceEvaluator(try checked("void main() { for (;;) ; }"))
    #expect(throws: ReferenceEvaluator.Failure.endless) { try evaluator.color() }
  }
}
