"""Operations of GLSL for the conformance test: expressions of a, b, c and p, and their tolerances.

`a` has one value for a column, `b` for a row, `c` for a pixel, each in -4…4 in equal steps and without rounding. `p` is the
progress, 0.3. `A` and `B` are magnitudes in 1/64…4. Tolerances are differences, absolute for numbers below 1, else relative.
"""

from __future__ import annotations

from dataclasses import dataclass

EXACT = 0.0
# The tolerance for a formula evaluated in another order: Mesa has two forms of mix, and uses the form that shares more
# operations.
ROUNDING = 4e-7
# Tolerances for llvmpipe's polynomials, measured against Segue's functions, which are within one or two ulps.
SINE, ARC_TANGENT, ARC_SINE, POWER = 1.2e-7, 5e-6, 4e-4, 1e-6


@dataclass(frozen=True)
class Operation:
    """An expression, or statements with a `return`, that gives `count` floats."""

    code: str
    tolerance: float = EXACT
    count: int = 1

    @property
    def function(self) -> str:
        """The GLSL function that computes the operation; other components of the result are 0."""
        if "return" in self.code:
            return f"vec4 operation(float a, float b, float c, float A, float B, float p) {{ {self.code} }}"
        rest = ", 0.0" * (4 - self.count)
        return Operation(f"return vec4({self.code}{rest});").function


def each(tolerance: float, count: int, *codes: str) -> list[Operation]:
    """Makes operations with equal properties."""
    return [Operation(code, tolerance, count) for code in codes]


OPERATIONS = [
    *each(EXACT, 1,
          "a + b", "a - b", "a * b", "-a", "a + 1.0", "1.0 - b", "a * 0.5", "b / 2.0", "a * b + c", "c - a * b",
          "a++ + ++b", "b-- - --c", "(c += a, c *= b, c -= 1.0, c)", "a > b ? a : c", "(a, c)"),
    *each(EXACT, 1, *(f"float(a {operator} b)" for operator in ("<", "<=", ">", ">=", "==", "!="))),
    *each(EXACT, 1, *(f"float(a > 0.0 {operator} b > 0.0)" for operator in ("&&", "||", "^^", "==", "!=")),
          "float(!(a > b))"),
    *each(EXACT, 1, *(f"float(int(a * 9.0) {operator} int(b * 7.0))" for operator in ("+", "-", "*", "&", "|", "^"))),
    *each(EXACT, 1, *(f"float(int(A * 99.0) {operator} (int(B * 7.0) + 1))" for operator in ("/", "%"))),
    *each(EXACT, 1, *(f"float(uint(A * 99.0) {operator} (uint(B * 7.0) + 1u))" for operator in ("/", "%", "<<", ">>"))),
    *each(EXACT, 1,
          "float(int(a * 9.0) / (int(B * 7.0) + 1))", "float(int(a * 99.0) >> 2)", "float(~int(a * 9.0))",
          "float(-int(b * 9.0))", "float(int(a) < int(b))", "float(uint(A) < uint(B))", "float(int(a))",
          "float(bool(floor(a)))", "float(ivec2(a, b) == ivec2(c))", "float(int(c * 5.0) == 3)"),
    *each(EXACT, 1,
          "abs(a)", "sign(a)", "floor(a)", "ceil(b)", "trunc(c)", "roundEven(a)", "fract(a)", "fract(c)", "min(a, b)",
          "max(a, b)", "clamp(a, -1.0, b > -1.0 ? b : 2.0)", "step(a, b)", "mod(a, 0.5)", "mod(a, 2.0)",
          "mix(a, b, 0.25)", "mix(a, b, c)", "mix(a, b, c > 0.0)", "float(isnan(a))", "float(isinf(b))",
          "float(abs(int(a * 3.0)))", "float(sign(int(b * 3.0)))", "float(min(int(a), int(b)))",
          "float(max(uint(A), uint(B)))", "float(clamp(int(c * 9.0), -3, 5))", "intBitsToFloat(floatBitsToInt(c))"),
    *each(ROUNDING, 1,
          "a / B", "b / 3.0", "A / b", "1.0 / A", "mod(a, 0.3)", "mod(c, B)", "a /= B", "sqrt(A)", "inversesqrt(A)",
          "radians(a)", "degrees(b)", "smoothstep(-1.0, 2.0, a)", "smoothstep(0.5, 0.25, b)", "smoothstep(a, a + B, c)",
          "length(vec2(a, b))", "length(vec3(a, b, c))", "length(vec4(a, b, c, 1.0))", "distance(vec2(a, b), vec2(c))",
          "distance(a, b)", "length(a)", "normalize(c)", "mix(a, b, p)",
          "(a * 3.0 + 1.0) / (a * 3.0 * b + 99.0)", "(b * 3.0 + 1.0) / (b * 3.0 * a + 99.0)"),
    *each(ROUNDING, 2, "normalize(vec2(A, b))", "mod(vec2(a, c), vec2(B, 3.0))", "vec2(a, b) / c"),
    *each(ROUNDING, 3, "normalize(vec3(a, B, c))", "refract(normalize(vec3(a, b, 1.0)), vec3(0.0, 0.0, -1.0), 0.7)"),
    *each(ROUNDING, 4, "normalize(vec4(a, B, c, 1.0))", "mix(vec4(a, b, c, 1.0), vec4(c, a, b, 0.3), p)"),
    *each(SINE, 1, "sin(a)", "cos(a)", "sin(a * 40.0)", "cos(b * 40.0)", "sin(c)", "cos(c)", "sin(p)"),
    *each(2e-6, 1, "tan(A * 0.3)", "sinh(a)", "cosh(b)", "tanh(a)"),
    *each(ARC_SINE, 1, "asin(a * 0.25)", "acos(b * 0.25)"),
    *each(ARC_TANGENT, 1, "atan(a)", "atan(a, B)", "atan(A, b)", "atan(-A, c)", "asinh(a)", "acosh(1.0 + A)",
          "atanh(b * 0.24)"),
    *each(POWER, 1, "pow(A, b)", "pow(A, 3.0)", "pow(A, 0.5)", "pow(A, c)", "exp(a)", "exp2(b)", "log(A)", "log2(B)"),
    Operation("pow(a, 2.0)"),
    *each(EXACT, 1, "dot(vec2(a, b), vec2(c, 1.0))", "dot(vec3(a, b, c), vec3(c, a, b))",
          "dot(vec4(a, b, c, 1.0), vec4(b, c, a, a))"),
    *each(EXACT, 3, "cross(vec3(a, b, c), vec3(b, c, a))", "reflect(vec3(a, b, c), vec3(0.0, 1.0, 0.0))",
          "faceforward(vec3(a, b, c), vec3(b), vec3(c))", "vec3(a, b, c).zxy", "vec3(a, vec2(b, c)).xyx",
          "vec3(1.0) - vec3(a, b, c) * 2.0", "min(vec3(a, b, c), 0.5)", "vec3(ivec3(a, b, c))",
          "vec3(lessThan(vec3(a, b, c), vec3(b, c, a)))", "vec3(not(equal(ivec3(a, b, c), ivec3(b))))"),
    *each(EXACT, 1, "float(any(greaterThan(vec2(a, b), vec2(c))))", "float(all(notEqual(ivec2(a, b), ivec2(c))))",
          "float(vec2(a, b) == vec2(c, b))", "float(vec2(a, b) != vec2(c, b))", "vec3(a, b, c)[int(A) % 3]"),
    *each(EXACT, 2, "mat2(a, b, c, 1.0) * vec2(c, a)", "vec2(c, a) * mat2(a, b, c, 1.0)"),
    *each(EXACT, 3, "mat3(a, b, c, b, c, a, 1.0, 2.0, 3.0) * vec3(a, b, c)",
          "vec3(a, b, c) * mat3(a, b, c, b, c, a, 1.0, 2.0, 3.0)"),
    *each(EXACT, 4,
          "(mat2(a, b, c, 1.0) * mat2(c, a, b, 2.0))[0], (mat2(a, b, c, 1.0) * mat2(c, a, b, 2.0))[1]",
          "matrixCompMult(mat2(a), mat2(a, b, c, c))[1], outerProduct(vec2(a, b), vec2(c, 1.0))[0]",
          "transpose(mat2(a, b, c, 1.0))[0], mat2(mat3(a, b, c, b, c, a, 1.0, 2.0, 3.0))[1]"),
    *each(1e-5, 1, "determinant(mat2(a, b, c, 1.0))", "determinant(mat3(a, b, c, b, 9.0, a, 1.0, 2.0, 20.0))"),
    *each(1e-5, 4, "inverse(mat2(a + 9.0, b, c, 3.0))[0], inverse(mat2(a + 9.0, b, c, 3.0))[1]"),
    # Parts of words, which floats represent exactly.
    *each(EXACT, 1, "float(packSnorm2x16(vec2(a, b)) & 65535u)", "float(packSnorm2x16(vec2(a, b)) >> 16u)",
          "float(packUnorm2x16(vec2(a, b)) & 65535u)", "float(packUnorm2x16(vec2(a, b)) >> 16u)",
          "float(packHalf2x16(vec2(a, b)) & 65535u)", "float(packHalf2x16(vec2(a * 1e-5, b * 3e4)) & 65535u)",
          "float(packHalf2x16(vec2(a * 1e-5, b * 3e4)) >> 16u)"),
    *each(EXACT, 2, "unpackHalf2x16(uint(A * 7000.0) | uint(B * 900.0) << 16u)"),
    *each(ROUNDING, 2, "unpackSnorm2x16(uint(A * 900000000.0))", "unpackUnorm2x16(uint(B * 900000000.0))"),
    # The order of sums and products: noise made of last bits depends on it.
    *each(EXACT, 1, "dot(vec3(a, b, c), vec3(0.299, 0.587, 0.114))", "dot(vec2(a, b), vec2(12.9898, 78.233))",
          "dot(vec2(a, b) * p, vec2(12.9898, 78.233))", "a * p * 12.3", "12.3 * (p * b)",
          "a * 0.1 * 0.3", "b * 0.3 + c * 0.3", "a * p - b * p", "a * 0.1 + b * 0.3", "floor(a * p * 200.0) / 200.0",
          "c * 0.1 + 0.7 + 0.3", "(floor(a * 3.3) + 0.1) * 311.7", "mod(a * 12.3, 7.7)", "fract(b * 1234.5)",
          "length(vec3(a, b, c) * 0.3)", "length(vec2(a, b) * 0.3)",
          "cross(vec3(a, b, c) * 0.3, vec3(b, c, a) * 0.7).x",
          "(mat3(0.1, b, c, 0.3, c, a, 0.7, 0.2, 0.9) * vec3(a, b, c)).x",
          "(vec3(a, b, c) * mat3(0.1, b, c, 0.3, c, a, 0.7, 0.2, 0.9)).x"),
    # Cases that GLSL leaves undefined: NaN in comparisons, and equal edges of smoothstep.
    *each(EXACT, 2, "min(sqrt(a), b), min(b, sqrt(a))", "max(sqrt(a), b), max(b, sqrt(a))",
          "step(sqrt(a), b), step(b, sqrt(a))", "clamp(sqrt(a), -1.0, 2.0), clamp(b, sqrt(a), 3.0)",
          "clamp(b, -1.0, sqrt(a)), clamp(sqrt(a), sqrt(a), 2.0)", "smoothstep(0.0, 1.0, sqrt(-A))",
          "smoothstep(sqrt(-A), 1.0, b), smoothstep(-1.0, sqrt(-B), b)"),
    # Statements: values used at several rates, early returns, loops with varying iterations, and positions.
    *each(ROUNDING, 4,
          "if (p < 0.75) return vec4(mix(a, b, 2.0 * p)); return vec4(mix(b, a, 2.0 * p - 1.0));"),
    *each(EXACT, 4,
          "float k = a * 3.0; return vec4(k + 1.0, k * b, k - p, k);",
          "float k = b * 3.0; return vec4(k + 1.0, k * a, k - p, c);",
          "float s = 0.0; for (int i = 0; i < 9; i++) { if (float(i) > A * 2.0) break; s += b; } return vec4(s);",
          "float s = 0.0; int n = int(A * 20.0); for (int i = 0; i < n; i++) s = s * 0.5 + c; return vec4(s);",
          "float s = 0.0; for (float i = 0.0; i < 200.0; i++) { if (mod(i, 4.0) == 1.0) continue; s += a; } "
          "return vec4(s);",
          "float s = b; while (s > -9.0) { s -= B; if (s < a) return vec4(s, a, b, 1.0); } return vec4(s);",
          "float s = 0.0; do { s += A; } while (s < B * 5.0); return vec4(s);",
          "vec4 v = vec4(a, b, c, p); v.zx = v.xy; v.w += v.x; v[1] = c; return v;",
          "float t[4]; for (int i = 0; i < 4; i++) t[i] = a * float(i); t[int(A)] = b; "
          "return vec4(t[0], t[1], t[2], t[3]);",
          "mat3 m = mat3(a); m[1] = vec3(a, b, c); m[2].yz = vec2(b); "
          "return vec4(m * vec3(1.0, 2.0, 4.0), m[int(B) % 3].x);",
          "float s = 0.0; switch (int(a * 2.0)) { case 0: s += 1.0; case 1: s += b; break; default: s = c; } "
          "return vec4(s);"),
]
