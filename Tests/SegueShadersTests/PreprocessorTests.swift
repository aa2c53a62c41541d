import SegueShaders
import Testing

@Suite struct PreprocessorTests {
  /// Directives and a line of them that gives `int` values, and what comes out.
  @Test(arguments: [
    ("#define A 1 + 2", "A * 3", 7.0), ("#define A(x) x * x", "A(1 + 2)", 5), ("#define A() 4", "A()", 4),
    ("#define A (x)\n#define x 3", "A", 3), ("#define A(x, y) (x - y)", "A((1, 9), A(5, 2))", 6),
    // A macro's own name within it stays, and so does the name of one with parameters that has none.
    ("int A = 5;\n#define A (A + 1)", "A", 6), ("int f = 8;\n#define f(x) x", "f + f(1)", 9),
    ("int f(int x) { return x + 1; }\n#define f(x) x * f\n#define g f", "g(2)(3)", 8),
    ("#define A 1\n#undef A\n#define A 2", "A", 2), ("#define A 1\n#define A 3", "A", 3),
    ("#define A \\\n 7", "A", 7), ("# define A 7 // seven\n", "A", 7),
    ("#define A /* x */ 7 /* y */", "A", 7),
    ("#ifdef A\nint a = 1;\n#else\nint a = 2;\n#endif", "a", 2), ("#ifndef A\nint a = 1;\n#endif", "a", 1),
    ("#define A\n#if defined A && !defined(B)\nint a = 1;\n#endif", "a", 1),
    (
      "#if 0\nnot even @ token 08 '\n#elif 1\nint a = 3;\n#elif 1\nint a = 4;\n#else\n#error no\n#endif", "a",
      3
    ),
    ("#if 0\n#if 1\n#else\n#endif\n#foo\nint a = 1;\n#else\nint a = 5;\n#endif", "a", 5),
    ("#define N 3\n#if (N << 1) == 6 && N * 2 - 1 >= 5 || 0 / 1\nint a = 1;\n#endif", "a", 1),
    ("#if -1 < 0 && ~0 == -1 && (1 | 6) == 7 && (5 & 4 ^ 1) == 5 && 7 % 4 != 2\nint a = 1;\n#endif", "a", 1),
    (
      "#line 7\n#pragma optimize(off)\n#extension GL_OES_standard_derivatives : enable\n#\nint a = __LINE__;",
      "a", 7
    ),
    ("#if __VERSION__ == 300 && GL_ES == 1\nint a = 1;\n#endif", "a", 1),
    ("#define A(x) x\nint a = A(\n1\n);", "a", 1),
  ])
  func directives(lines: String, expression: String, expected: Double) throws {
    #expect(try evaluate(expression, as: "int", with: lines) == [expected])
  }
}
