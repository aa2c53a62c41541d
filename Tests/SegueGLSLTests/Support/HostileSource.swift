import Testing

/// A source that grows, nests or repeats until a limit stops it.
struct HostileSource: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String

  /// Only the name, since sources are long.
  var testDescription: String { name }

  private init(_ name: String, _ source: String) {
    self.name = name
    self.source = source
  }

  /// Makes a source from the body of `main`.
  private static func body(_ name: String, _ text: String...) -> HostileSource {
    HostileSource(name, "void main() { " + text.joined() + " }")
  }

  /// Makes a source of numbered lines and a `main`.
  private static func lines(
    _ name: String, _ count: Int, main: String = "", _ line: (Int) -> String
  ) -> HostileSource {
    HostileSource(name, (0..<count).map(line).joined(separator: "\n") + "\nvoid main() { " + main + " }")
  }

  static let all: [HostileSource] = [
    body("parentheses", "float a = ", repeated("(", 100_000)),
    body("closed parentheses", "float a = ", repeated("(", 5000), "1.0", repeated(")", 5000), ";"),
    body("blocks", repeated("{", 100_000)),
    body("minus signs", "float a = ", repeated("- ", 100_000), "1.0;"),
    body("a long sum", "float a = 1.0", repeated(" + 1.0", 50_000), ";"),
    body("a chain of else", repeated("if (true) ; else ", 10_000), ";"),
    body("a chain of ?", "int a = ", repeated("true ? 1 : ", 10_000), "1;"),
    body("indices", "int a[2]; int b = ", repeated("a[", 10_000)),
    body("members", "vec2 a; a", repeated(".xy", 10_000), " = a;"),
    body("brackets", "float", repeated("[1]", 100_000), " a;"),
    body("assignments", "int a; ", repeated("a = ", 10_000), "1;"),
    body("calls", "float a = ", repeated("abs(", 10_000)),
    body("variables", repeated("{ float a[4096]; }", 100)),
    body("tokens", repeated("; ", 300_000)),
    body("spaces", repeated(" ", 2_000_000)),
    lines("doubled macros", 40, main: "A39") { "#define A\($0) A\($0 - 1) A\($0 - 1)" },
    lines("macro arguments", 1, main: repeated("F(", 40) + "x" + repeated(")", 40)) { _ in
      "#define F(x) x x x x"
    },
    lines("wide macros", 1, main: "F(F(F(F(x))))") { _ in "#define F(x) " + repeated("x ", 3000) },
    lines("macro chains", 20_000, main: "A0;") { "#define A\($0) A\($0 + 1)" },
    lines("conditions", 20_000) { _ in "#if 1" },
    lines("a deep condition", 1) { _ in "#if " + repeated("(", 20_000) },
    lines("a negated condition", 1) { _ in "#if " + repeated("!", 20_000) + "1" },
    lines("large structures", 2) { $0 == 0 ? "struct A { float a[4096]; };" : "struct B { A b[4096]; };" },
    lines("nested structures", 3000) {
      $0 == 0 ? "struct S0 { int a; };" : "struct S\($0) { S\($0 - 1) a; };"
    },
    lines("functions", 3000) { $0 == 0 ? "void f0() { }" : "void f\($0)() { f\($0 - 1)(); }" },
    lines("unknown functions", 20_000) { "float a\($0) = b\($0)(1.0);" },
  ]
}

func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
