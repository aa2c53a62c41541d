"""Tests the edits of a source, and that no useless edits are made. scripts/lint runs these tests."""

import unittest

from edits import edits
from tokens import tokens


def made(source, file="a.swift", kind=None):
    """Returns the new lines of all edits."""
    return [edit.new for edit in edits(file, source) if kind in (None, edit.kind)]


class TokenTests(unittest.TestCase):
    def words(self, source, language="swift"):
        return [token.text for token in tokens(source, language) if token.kind != "line"]

    def test_comments_attributes_imports_and_directives_are_no_tokens(self):
        self.assertEqual(self.words("/* 1 /* 2 */ 3 */ a // 4\n@available(macOS 26, *) b\n"), ["a", "b"])
        self.assertEqual(self.words("package import A\n@testable import B\n#if X && Y\nc\n#endif"), ["c"])
        self.assertEqual(self.words("/* 1 /* 2 */ a\n#include <b.h>\n#if X > 1 \\\n  && Y\nc", "c"), ["a", "c"])
        self.assertEqual(self.words("__attribute__((aligned(64))) a;", "c"), ["a", ";"])

    def test_the_body_of_a_macro_is_code(self):
        self.assertEqual(self.words("#define HALF(x) \\\n  ((x) / 2)", "c"), list("((x)/2)"))

    def test_a_string_is_one_token(self):
        for string in [r'"a \(b("c)", 1 + 2)) d"', r'"\""', '#"a "b" \\(c)"#', '"""\n a "b"\n"""', '"//"']:
            self.assertEqual(self.words(f"x({string}, y)"), ["x", "(", string, ",", "y", ")"])
        self.assertEqual(self.words(r"f('\'', '(')", "c"), ["f", "(", r"'\''", ",", "'('", ")"])

    def test_numbers_end_before_ranges_and_members(self):
        self.assertEqual(self.words("0..<n 1...2 0x1F 1_000 2.5e-3 a.0 3.f()"),
                         ["0", "..<", "n", "1", "...", "2", "0x1F", "1_000", "2.5e-3", "a", ".", "0", "3", ".", "f", "(", ")"])
        self.assertEqual(self.words("1.0f 2. 7u", "c"), ["1.0f", "2.", "7u"])


class EditTests(unittest.TestCase):
    def test_operators(self):
        self.assertEqual(made("x = a < b"), ["x = a <= b", "x = a >= b"])
        self.assertEqual(made("x = a + b", kind="operator"), ["x = a - b"])
        self.assertEqual(made("for i in a..<b { f() }", kind="operator"), ["for i in a...b { f() }"])
        self.assertEqual(made("x = min(a, b)", kind="operator"), ["x = max(a, b)"])

    def test_an_operator_that_is_a_name_or_a_bracket_of_types_stays(self):
        self.assertEqual(made("static func < (a: A, b: A) -> Bool"), [])
        self.assertEqual(made("let x: Array<Int> = y as? Set<Int>"), [])
        self.assertEqual(made("float *p;", "a.c"), [])

    def test_constants(self):
        self.assertEqual(made("let a = 10"), ["let a = 11", "let a = 9"])
        self.assertEqual(made("let a = 0"), ["let a = 1"])
        self.assertEqual(made("let a = 0.25 + b.0 + $1", kind="constant"), ["let a = 0.5 + b.0 + $1"])
        self.assertEqual(made("float a = 1.0f;", "a.c"), ["float a = 2.0f;"])
        self.assertEqual(made("let a = 0xff"), ["let a = 0x100"])

    def test_booleans(self):
        self.assertEqual(made("let a = true"), ["let a = false"])
        self.assertEqual(made("let a = !b"), ["let a = b"])
        self.assertEqual(made("let a = b!"), [])

    def test_conditions(self):
        self.assertEqual(made("if a.isEmpty { throw b }"), ["if !(a.isEmpty) { throw b }", "if a.isEmpty {  }"][:1])
        self.assertEqual(made("guard a else { throw b }"), ["guard !(a) else { throw b }"])
        self.assertEqual(made("if (a(b)) {", "a.c"), ["if (!(a(b))) {"])
        # Conditions that bind a value, and conditions that other edits negate.
        self.assertEqual(made("if let a { throw b }"), [])
        self.assertEqual(made("if a == b {"), ["if a != b {"])
        self.assertEqual(made("if !a {"), ["if a {"])

    def test_statements(self):
        def dropped(source, file="a.swift"):
            return [edit.old for edit in edits(file, source) if edit.kind == "dropped statement"]

        self.assertEqual(dropped("func f() {\n  a = b\n  c(d)\n  let e = g\n}"), ["a = b", "c(d)"])
        self.assertEqual(made("func f() {\n  if a { return }\n}", kind="dropped statement"), ["if a {  }"])
        # Continued statements, single statements of a body, and elements in other brackets are not dropped.
        self.assertEqual(dropped("func f() {\n  a = b\n    + c\n}"), [])
        self.assertEqual(dropped("var a: Int {\n  b(c)\n}"), [])
        self.assertEqual(dropped("let a = [\n  b(c)\n]"), [])
        self.assertEqual(dropped("void f() {\n  a = b;\n  c(d);\n  float e = g;\n  return h;\n}", "a.c"), ["a = b;", "c(d);"])
        self.assertEqual(made("void f() {\n  if (a)\n    b();\n}", "a.c", "dropped statement"), [";"])

    def test_arguments(self):
        self.assertEqual(made("f(a, b.c)"), ["f(b.c, a)"])
        self.assertEqual(made("f(x: a, y: b)"), ["f(x: b, y: a)"])
        for source in ["f(a, a)", "max(a, b)", "f(a, .b)", "func f(a: A, b: B)", 'f(a, "b")', "case f(A, B)", "f(a, A.self)"]:
            self.assertEqual(made(source, kind="swapped arguments"), [], source)
        self.assertEqual(made("void f(struct a *b, struct c *d);", "a.h"), [])

    def test_an_edit_makes_one_line_new(self):
        source = "let a = 1\nlet b = \"\"\"\n  2\n  \"\"\"\nlet c = a < 3\n"
        for edit in edits("a.swift", source):
            old, new = source.split("\n"), edit.applied(source).split("\n")
            self.assertEqual(len(old), len(new))
            self.assertEqual([i + 1 for i in range(len(old)) if old[i] != new[i]], [edit.number])
            self.assertEqual((old[edit.number - 1], new[edit.number - 1]), (edit.old, edit.new))


if __name__ == "__main__":
    unittest.main()
