/// Parts of shaders that tests of several modules compile.
package enum ShaderSamples {
  /// Expressions of p, with their types.
  package static let expressions: [(String, type: String)] = [
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
    // Mesa's results where GLSL leaves them undefined: with NaN, the other argument or 0; with equal edges,
    // 0.
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

  /// Expressions that read a picture at the pixel p, each with the pixel that it reads.
  package static let reads: [(String, name: String, at: @Sendable (_ x: Int, _ y: Int) -> (x: Int, y: Int))] =
    [
      ("texture2D(map, p)", "texture2D", { ($0, $1) }),
      ("texture2D(map, p, 1.0)", "texture2D", { ($0, $1) }),
      ("texture(map, vec2(1.0 - p.x, p.y))", "texture", { (8 - $0, $1) }),
      ("texture2DProj(map, vec3(p * 2.0, 2.0))", "texture2DProj", { ($0, $1) }),
      ("textureProj(map, vec4(p, 7.0, 1.0), 0.5)", "textureProj", { ($0, $1) }),
      ("texelFetch(map, ivec2(p.yx * 5.0), 0)", "texelFetch", { ($1, (2 * $0 + 1) * 5 / 18) }),
      (
        "texelFetch(map, textureSize(map, 0) - 1 - ivec2(p * vec2(9, 5)), 0)", "textureSize",
        { (8 - $0, 4 - $1) }
      ),
      (
        "texelFetchOffset(map, ivec2(p * vec2(9, 5)) - ivec2(3, 1), 0, ivec2(3, 1))", "texelFetchOffset",
        { ($0, $1) }
      ),
    ]

  /// Bodies of functions over the integers a, b, c, d, which differ between pixels.
  package static let bodies = [
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

  /// A fragment shader with a body of `run()`, over a picture of 37 × 7 pixels.
  package static func program(_ body: String) -> String {
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
}
