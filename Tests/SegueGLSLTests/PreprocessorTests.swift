import SegueShaders
import Testing

@Suite struct PreprocessorTests {
  /// Directives and declarations, an `int` expression after them, and its value.
  @Test(
    arguments: [
      ("#define A 1 + 2", "A * 3", 7.0), ("#define A(x) x * x", "A(1 + 2)", 5), ("#define A() 4", "A()", 4),
      ("#define A (x)\n#define x 3", "A", 3), ("#define A(x, y) (x - y)", "A((1, 9), A(5, 2))", 6),
      // A macro's name is not expanded in its own body, and a function-like macro not without arguments.
      ("int A = 5;\n#define A (A + 1)", "A", 6), ("int f = 8;\n#define f(x) x", "f + f(1)", 9),
      ("int f(int x) { return x + 1; }\n#define f(x) x * f\n#define g f", "g(2)(3)", 8),
      ("int A = 5;\n#define A A + 1\n#define f(x) x", "f(A)", 6),
      ("#define A 1\n#undef A\n#define A 2", "A", 2), ("#define A 1\n#undef A\nint A = 5;", "A", 5),
      ("#define A 1\n#undef A\n#ifdef A\n#error A\n#endif\nint b = 3;", "b", 3),
      ("#define A 1\n#define A 3", "A", 3),
      ("#define A \\\n 7", "A", 7), ("# define A 7 // seven\n", "A", 7),
      ("#define A /* x */ 7 /* y */", "A", 7),
      ("#ifdef A\nint a = 1;\n#else\nint a = 2;\n#endif", "a", 2), ("#ifndef A\nint a = 1;\n#endif", "a", 1),
      ("#define A\n#if defined A && !defined(B)\nint a = 1;\n#endif", "a", 1),
      (
        "#if 0\nnot even @ token 08 '\n#elif 1\nint a = 3;\n#elif 1\nint a = 4;\n#else\n#error no\n#endif",
        "a",
        3
      ),
      (
        "#if 0\n#if 0\n#else\n#error no\n#endif\n#if 0\n#elif 1\n#error no\n#endif\n#else\nint a = 5;\n#endif",
        "a", 5
      ),
      ("#if 0\n#if 1\n#else\n#endif\n#foo\nint a = 1;\n#else\nint a = 5;\n#endif", "a", 5),
      ("#define N 3\n#if (N << 1) == 6 && N * 2 - 1 >= 5 || 0 / 1\nint a = 1;\n#endif", "a", 1),
      (
        "#if -1 < 0 && ~0 == -1 && (1 | 6) == 7 && (5 & 4 ^ 1) == 5 && 7 % 4 != 2\nint a = 1;\n#endif", "a", 1
      ),
      (
        "#pragma optimize(off)\n#extension GL_OES_standard_derivatives : enable\n#\nint a = __LINE__;",
        "a", 6
      ),
      ("#line 70\n\nint a = __LINE__;", "a", 71),
      ("#line 70\nint a = __LINE__;\n#line 9 4\nint b = __LINE__;", "a + b", 79),
      ("#define N 6\n#line N + 1\nint a = __LINE__;", "a", 7), ("#line 9 4\nint a = __FILE__;", "a", 4),
      ("#if 0\n#line 90\n#endif\nint a = __LINE__;", "a", 6),
      // The smallest number has no negation.
      ("#if (1 << 63) / -1 < 0 && (1 << 63) % -1 == 0\nint a = 1;\n#endif", "a", 1),
      // Operands that cannot change the result are not evaluated.
      ("#if defined(FOO) && FOO == 2\nint a = 2;\n#else\nint a = 1;\n#endif", "a", 1),
      ("#if defined(FOO) && (FOO(1, 2) || 7 / FOO)\nint a = 2;\n#else\nint a = 1;\n#endif", "a", 1),
      ("#if 1 || BAR\nint a = 1;\n#endif", "a", 1), ("#if 1 || 1 / 0\nint a = 1;\n#endif", "a", 1),
      ("#if 0 && BAR || 1\nint a = 1;\n#endif", "a", 1),
      ("#if !(0 && BAR && 1 / BAR)\nint a = 1;\n#endif", "a", 1),
      ("#define A(x, y) x##y\nint A(le, ngth) = 5;", "length", 5), ("#define A(x) x ## 2\n", "A(4)", 42),
      ("#define A(x, y) x##y\n#define ab 6\n#define a 1\n", "A(a, b)", 6),
      ("#define A(x) #x\n#define B #\n", "4", 4), ("#define A(x, y) x##y\n", "A(7,)", 7),
      ("#define A(x, y) 3 - x##y\n", "A(, 2)", 1), ("#define A(x, y, z) x##y##z\n", "A(1, 2, 3)", 123),
      ("#define A(x, y, z) x##y##z\n", "A(1, , 3)", 13), ("#define A(x, y, z) 2 + x##y##z\n", "A(, , 3)", 5),
      ("#define A(op) 4 op##= 4\n", "int(A(=))", 1),
      // An unsigned number stays unsigned, and a number with a point stays a float.
      ("#define A(x, y) x##y\n", "int(A(4294967, 295u) >> 1u) / 1000", 2_147_483),
      ("#define A(x, y) x##y\n", "int(A(1, 2.5) * 2.0)", 25),
      // Bitwise operators of a condition: & binds tightest, then ^, then |, as in GLSL.
      ("#if (4 | 4 ^ 4) == 4 && (4 ^ 4 | 4) == 4 && (4 ^ 4 & 0) == 4\nint a = 1;\n#endif", "a", 1),
      ("#if __VERSION__ == 300 && GL_ES == 1\nint a = 1;\n#endif", "a", 1),
      ("#define A(x) x\nint a = A(\n1\n);", "a", 1),
      // A comment, a vertical tab and a form feed count as a space.
      ("#define A/**/(3)", "A", 3), ("#define\u{0B}A\u{0C}(3)", "A", 3), ("int a\u{0B}=\u{0C}3;", "a", 3),
      // Conditions after the kept branch are not evaluated.
      ("#if 1\nint a = 1;\n#elif 1 / 0\n#elif FOO(2)\n#else\n#endif", "a", 1),
      (
        "#ifdef GL_FRAGMENT_PRECISION_HIGH\nint a = 1;\n#endif\n#if defined __LINE__ && defined(__FILE__)\nint b = 2;\n#endif",
        "a + b", 3
      ),
      // In an argument, too, a macro's name is not expanded in its own expansion.
      ("int A = 5;\n#define f(x) x\n#define A f(A)", "A", 5), ("#line 9u 4\nint a = __FILE__;", "a", 4),
      // Without a second number, #line keeps the file.
      ("#line 9 4\n#line 20\nint a = __FILE__;", "a", 4),
      // Numbers have 64 bits and wrap.
      ("#if (1 << 63) - 1 > 0 && -(1 << 63) < 0 && (1 << 62) * 4 == 0\nint a = 1;\n#endif", "a", 1),
      ("#if (1 << 63) + (1 << 63) == 0 && (1 << 32) != 0\nint a = 1;\n#endif", "a", 1),
    ] as [(String, String, Double)])
  func directives(lines: String, expression: String, expected: Double) throws {
    #expect(try evaluate(expression, as: "int", with: lines) == [expected])
  }

  /// Pastes the halves of numbers, split wherever both halves are tokens.
  ///
  /// The spelling counts, so that leading zeros stay.
  @Test func numbersArePastedAsTheyAreWritten() throws {
    let numbers = [
      "0x10", "0x1f0u", "0X00fU", "017", "0017u", "100", "4294967295u", "1e5", "1.50", "2.0e+2", "2.0e-2",
      "10.f",
      "7.25e1f", "1.0e05",
    ]
    let token =
      #/[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uU]?|0[0-7]*[uU]?|[1-9]\d*[uU]?|(\d+\.\d*|\.\d+)(e[+-]?\d+)?f?|\d+e[+-]?\d+f?/#
    var pairs: [(whole: String, pasted: String)] = []
    for number in numbers {
      for place in number.indices.dropFirst() {
        let halves = [number[..<place], number[place...]]
        if halves.allSatisfy({ $0.wholeMatch(of: token) != nil }) {
          pairs.append((number, "A(\(halves[0]), \(halves[1]))"))
        }
      }
    }
    #expect(pairs.count > 40)
    for (whole, pasted) in pairs {
      let expression = "\(pasted) == \(whole) ? 1 : 0"
      #expect(
        try evaluate(expression, as: "int", with: "#define A(x, y) x ## y\n") == [1], "\(pasted) is \(whole)")
    }
  }

  /// Operators in conditions equal Swift's, for numbers with overlapping bits.
  @Test func operatorsOfConditionsEqualThoseOfSwift() throws {
    let operators: [(String, (Int64, Int64) -> Int64?)] = [
      ("+", { $0 + $1 }), ("-", { $0 - $1 }), ("*", { $0 * $1 }), ("/", { $1 == 0 ? nil : $0 / $1 }),
      ("%", { $1 == 0 ? nil : $0 % $1 }), ("<<", { $1 < 0 ? nil : $0 << $1 }),
      (">>", { $1 < 0 ? nil : $0 >> $1 }), ("&", { $0 & $1 }), ("|", { $0 | $1 }), ("^", { $0 ^ $1 }),
      ("<", { $0 < $1 ? 1 : 0 }), ("<=", { $0 <= $1 ? 1 : 0 }), (">", { $0 > $1 ? 1 : 0 }),
      (">=", { $0 >= $1 ? 1 : 0 }), ("==", { $0 == $1 ? 1 : 0 }), ("!=", { $0 != $1 ? 1 : 0 }),
      ("&&", { $0 != 0 && $1 != 0 ? 1 : 0 }), ("||", { $0 != 0 || $1 != 0 ? 1 : 0 }),
      ("^^", { ($0 != 0) != ($1 != 0) ? 1 : 0 }),
    ]
    let numbers: [Int64] = [0, 1, 2, 3, 5, 6, 12, -1, -7]
    var lines = ""
    for (symbol, operation) in operators {
      for a in numbers {
        for b in numbers {
          guard let value = operation(a, b) else { continue }
          lines += "#if ((\(a)) \(symbol) (\(b))) != (\(value))\n#error \(a) \(symbol) \(b)\n#endif\n"
        }
      }
    }
    #expect(errors(lines + "void main() {}") == [])
  }

  /// Compares expressions without and with parentheses; no divisor is 0.
  @Test func operatorsBindAsInTheLanguage() throws {
    var pairs = Precedence.pairs("7", "2", "3") + Precedence.pairs("2", "3", "1")
    let undivided = [["*"]] + Precedence.groups.dropFirst()
    for (a, b, c) in [("0", "1", "1"), ("1", "0", "0"), ("1", "1", "0"), ("0", "0", "1")] {
      pairs += Precedence.pairs(of: undivided, a, b, c)
    }
    let lines = pairs.map { "#if (\($0.plain)) != (\($0.grouped))\n#error \($0.plain)\n#endif\n" }
    #expect(errors(lines.joined() + "void main() {}") == [])
  }

  @Test func longConditionsAreEvaluated() {
    let sum = Array(repeating: "1", count: 400).joined(separator: " + ")
    #expect(errors("#if \(sum) != 400\n#error\n#endif\nvoid main() {}") == [])
    let deep = String(repeating: "(", count: 400) + "1" + String(repeating: ")", count: 400)
    #expect(errors("#if \(deep)\n#endif\nvoid main() {}").first?.contains("nested too deep") == true)
  }

  /// The number inside is one more level.
  @Test("Parentheses in a condition are nested at most 127 deep") func parenthesesOfConditions() {
    func source(_ depth: Int) -> String {
      "#if \(repeated("(", depth))1\(repeated(")", depth))\n#endif\nvoid main() {}"
    }
    #expect(errors(source(127)) == [])
    #expect(errors(source(128)) == ["1:133: this condition is nested too deep"])
  }

  @Test("Calls of macros are nested at most 32 deep") func callsOfMacros() {
    func source(_ depth: Int) -> String {
      "#define F(x) x\nvoid main() { \(repeated("F(", depth))1\(repeated(")", depth)); }"
    }
    #expect(errors(source(32)) == [])
    #expect(errors(source(33)) == ["2:79: macro calls are nested more than 32 deep"])
  }

  @Test("The first token beyond the limit is reported") func tooManyTokens() {
    func source(_ count: Int) -> String { "void main() { \(repeated(";", count - 6))}" }
    #expect(
      errors(source(200_001)) == [
        "1:\(source(200_001).utf8.count): the source has more than 200000 tokens after macros"
      ])
  }

  @Test("A directive without its last letter gets a hint") func misspeltDirectives() {
    let names = [
      "elif", "else", "endif", "ifdef", "ifndef", "define", "undef", "error", "version", "extension",
      "pragma",
      "line",
    ]
    for name in names {
      let typed = "#\(name.dropLast())"
      #expect(
        errors("\(typed)\nvoid main() { }") == [
          "1:2: unknown directive '\(typed)'; did you mean '#\(name)'?"
        ])
    }
  }

  /// In GLSL ES 1.00 the line after `#line N` is N + 1, in 3.00 it is N.
  @Test func linesAreCountedAsTheVersionSays() throws {
    for (version, expected) in [
      ("", 8.0), ("#version 100\n", 8), ("#version 300 es\n", 7), ("#version 330\n", 7),
      ("#version 310 es\n", 7), ("#version 320 es\n", 7), ("#version 450\n", 7), ("#version 120\n", 8),
      ("#version 150\n", 8),
    ] {
      let shader = try checked("\(version)#line 7\nvoid main() { gl_FragColor = vec4(__LINE__); }")
      var evaluator = ReferenceEvaluator(shader)
      #expect(try evaluator.color()[0] == expected, "\(version)")
    }
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    _ = try checked("\u{FEFF}#version 300 es\nvoid main() { gl_FragColor = vec4(1.0); }")
    #expect(errors("\u{FEFF}void main() { x; }") == ["1:15: 'x' is not declared"])
  }
}
