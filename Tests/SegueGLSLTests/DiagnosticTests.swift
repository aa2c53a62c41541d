import SegueGLSL
import Testing

/// Each mistake in a source gives one message, at its position.
@Suite struct DiagnosticTests {
  /// Mistakes in the body of a transition, which starts at the second line of the source.
  @Test(
    arguments: [
      ("return vec4(prgress);", "2:13: 'prgress' is not declared; did you mean 'progress'?"),
      (
        "return smothstep(0., 1., vec4(1));",
        "2:8: there is no function 'smothstep'; did you mean 'smoothstep'?"
      ),
      ("return vec4(1.0) return;", "2:17: expected ';' after 'return', found 'return'"),
      ("float a = 1.0\nreturn vec4(a);", "2:14: expected ';' after a declaration, found 'return'"),
      ("return vec4(uv.xz, 0, 1);", "2:16: 'vec2' has no component 'z'"),
      ("return vec4(uv.xg, 0, 1);", "2:16: 'xg' mixes the letters of xyzw, rgba and stpq"),
      ("return vec4(uv.foo, 0, 1);", "2:16: 'vec2' has no member 'foo'"),
      ("return vec3(1);", "2:8: cannot return from 'transition': 'vec4' is needed, this is 'vec3'"),
      (
        "vec2 a = 1.0; return vec4(a, a);", "2:10: cannot initialize 'a': 'vec2' is needed, this is 'float'"
      ),
      ("int a = 1.5; return vec4(a);", "2:9: cannot initialize 'a': 'int' is needed, this is 'float'"),
      ("progress = 1.0; return vec4(1);", "2:10: cannot assign 'progress': it is set by the host"),
      ("const float a = 1.; a += 1.; return vec4(1);", "2:23: cannot assign 'a': it is a constant"),
      ("uv.xx = vec2(1); return vec4(1);", "2:7: cannot assign a component twice"),
      ("1.0 = 2.0; return vec4(1);", "2:5: cannot assign this: it is not a variable"),
      ("return vec4(1) + vec3(1);", "2:16: '+' cannot be applied to 'vec4' and 'vec3'"),
      ("return vec4(5.0 % 2.0);", "2:17: '%' cannot be applied to 'float' and 'float'; use mod(…)"),
      ("if (uv.x) return vec4(1); return vec4(0);", "2:8: a condition must be 'bool', not 'float'"),
      ("vec4 a[3]; return a[3];", "2:20: the index 3 is outside of 'vec4[3]': 0…2"),
      ("vec4 a[0]; return a[0];", "2:8: an array has 1 to 4096 elements, not 0"),
      ("float a[2][2]; return vec4(a[0]);", "2:23: 'vec4' cannot be made of 'float[2]'"),
      (
        "mat2x3 m = mat2x3(1) * mat2x3(1); return vec4(1);",
        "2:22: '*' cannot be applied to 'mat2x3' and 'mat2x3'"
      ),
      ("return vec4(1, 2, 3);", "2:8: 'vec4' takes 4 components, these are 3"),
      ("return vec4(1, 2, 3, 4, 5);", "2:8: 'vec4' takes 4 components, these are more"),
      ("return vec4(pow(uv, 2.0), 0, 1);", "2:13: 'pow' takes (vec2, vec2), not (vec2, float)"),
      (
        "return texture2DProj();",
        "2:8: 'texture2DProj' takes (sampler2D, vec3) or (sampler2D, vec4) or (sampler2D, vec3, float)"
          + " or (sampler2D, vec4, float), not ()"
      ),
      (
        "return vec4(1) * 4294967296.0 * 4294967296;", "2:33: the number 4294967296 does not fit into 32 bits"
      ),
      ("float 3a = 1.0; return vec4(1);", "2:7: '3a' is not a number"),
      ("return vec4(1) @ 2;", "2:16: the character '@' has no meaning here"),
      ("return vec4(“1);", "2:13: the character '“' has no meaning here"),
      ("float a; float a; return vec4(a);", "2:16: 'a' is already declared in line 2"),
      ("vec4 v = vec4(1); return vec4(v.xk);", "2:33: 'vec4' has no member 'xk'"),
      ("break; return vec4(1);", "2:1: 'break' outside of a loop or 'switch'"),
      (
        "for (int i = 0; i < 2; i++) {}\nbreak; return vec4(1);", "3:1: 'break' outside of a loop or 'switch'"
      ),
      ("while (false) { break; }\ncontinue; return vec4(1);", "3:1: 'continue' outside of a loop"),
      ("else return vec4(1);", "2:1: 'else' without 'if'"),
      (
        "switch (1.0) { default: break; } return vec4(1);",
        "2:9: the value of 'switch' must be an integer, not 'float'"
      ),
      ("switch (1) { case 1: case 1: break; } return vec4(1);", "2:22: this label is there twice"),
      ("discard;", "2:1: 'discard' is for fragment shaders: a transition has a color everywhere"),
      ("return texture2D(uv, uv);", "2:8: 'texture2D' takes (sampler2D, vec2), not (vec2, vec2)"),
      ("vec3 uvw = vec3(uv, 0; return vec4(uvw, 1);", "2:22: expected ')' after the arguments, found ';'"),
      (
        "for (int i = 0 i < 3; i++) { float b = 1.0; } return vec4(1);",
        "2:15: expected ';' after a declaration, found 'i'"
      ),
      (
        "if (progress > 0.5 { return vec4(0); } else { return vec4(1); }",
        "2:20: expected ')' after a condition, found '{'"
      ),
      ("flaot a = 1.0; return vec4(a);", "2:1: 'flaot' is not a type; did you mean 'float'?"),
      ("return transition(uv);", "2:8: a function cannot call itself: 'transition' → 'transition'"),
      (
        "gl_FragColor = vec4(1); return vec4(1);",
        "2:1: 'gl_FragColor' is not declared; a transition returns its color"
      ),
      ("return vec4(mix);", "2:13: 'mix' is a function: call it with parentheses"),
    ] as [(String, String)])
  func bodies(body: String, expected: String) {
    #expect(errors("vec4 transition(vec2 uv) {\n\(body)\n}") == [expected])
  }

  @Test(
    arguments: [
      (
        "float f();",
        "1:1: there is no 'vec4 transition(vec2 uv)', 'void main()', 'void mainImage(out vec4 color, in vec2 pixel)', 'vec4 effect(vec4 color)', 'vec4 effect(vec2 uv)' or 'vec4 blend(vec4 base, vec4 overlay)'"
      ),
      ("vec4 transition() { return vec4(1); }", "1:6: this must be 'vec4 transition(vec2 uv)'"),
      ("int main() { return 1; }", "1:5: this must be 'void main()'"),
      ("float f(); void main() { f(); }", "1:7: the function 'f' has no body"),
      (
        "void f() { } void f() { } void main() { }",
        "1:19: the function 'f' with these parameters is already there in line 1"
      ),
      (
        "\nvoid f() { }\nvoid main() { }\nvoid f() { }",
        "4:6: the function 'f' with these parameters is already there in line 2"
      ),
      ("int f() { return g(); } int g() { return 1; } void main() { }", "1:18: there is no function 'g'"),
      (
        "int g(); int f() { return g(); } int g() { return f(); } void main() { }",
        "1:27: a function cannot call itself: 'g' → 'f' → 'g'"
      ),
      ("void f(out float a) { a = 1.0; } void main() { int x; f(x); }", "1:55: 'f' takes (float), not (int)"),
      (
        "void f(float x, uint y) { } void f(uint x, float y) { } void main() { f(1, 2); }",
        "1:71: this call of 'f' fits several of its forms; convert the arguments"
      ),
      (
        "struct A { float a[4096]; }; struct B { A b[5]; }; void main() { }",
        "1:41: a value of this type has more than 16384 numbers"
      ),
      (
        "void main() { gl_FragColor = vec4(gl_PointCoord, 0, 1); }",
        "1:35: 'gl_PointCoord' is not declared: points are not drawn, only whole frames"
      ),
      ("void main() { /* Zeichen äöü € */ x; }", "1:35: 'x' is not declared"),
      ("out vec3 c; void main() { }", "1:10: the output must be a vec4, not 'vec3'"),
      (
        "out vec4 c; void main() { gl_FragColor = c; }",
        "1:27: 'gl_FragColor' is not declared, since the shader declares an output of its own"
      ),
      (
        "struct S { int a; int a; }; void main() { S s; }", "1:23: two members of the structure are named 'a'"
      ),
      ("struct S { int a; }; void main() { S s = S(1); s.b = 2; }", "1:50: 'S' has no member 'b'"),
      ("const int n; void main() { }", "1:11: the constant 'n' needs a value"),
      ("attribute vec2 a; void main() { }", "1:1: 'attribute' belongs to vertex shaders"),
      ("void main() { /* }", "1:15: this comment is not closed: '*/' is missing"),
      ("void main() {", "1:14: expected '}' after statements, found the end of the file"),
      ("#if 1\nvoid main() { }", "1:1: this condition is not closed: '#endif' is missing"),
      ("#if 1\n#if 1\nvoid main() { }", "2:1: this condition is not closed: '#endif' is missing"),
      ("#else\nvoid main() { }", "1:1: '#else' without '#if'"),
      ("#error too old\nvoid main() { }", "1:1: #error: too old"),
      ("#defin A 1\nvoid main() { }", "1:2: unknown directive '#defin'; did you mean '#define'?"),
      (
        "#define F(a) a\nvoid main() { F(1, 2); }",
        "2:15: wrong number of arguments for the macro 'F': 2 instead of 1"
      ),
      (
        "#define F(a) a\nvoid main() { F(1 }", "2:15: this use of the macro 'F' is not closed: ')' is missing"
      ),
      ("#if N > 1\n#endif\nvoid main() { }", "1:5: 'N' is no macro here; ask with defined(N)"),
      ("#if 1 / 0\n#endif\nvoid main() { }", "1:7: division by zero in a condition"),
      ("#include <x>\nvoid main() { }", "1:1: '#include' is for shaders in files"),
      ("uniform int n; // = 1.5 + x\nvoid main() { }", "1:27: 'x' is not declared"),
      ("#if 1 && N\n#endif\nvoid main() { }", "1:10: 'N' is no macro here; ask with defined(N)"),
      ("#if 0 && (\n#endif\nvoid main() { }", "1:10: expected a number at the end of a condition"),
      ("#define A #\nvoid main() { A; }", "2:15: expected an expression, found '#'"),
      ("#define A(x, y) x ## y\nvoid main() { A(+, a); }", "2:15: '+' and 'a' make no token together"),
      ("#define A ## 1\nvoid main() { }", "1:11: '##' stands between two tokens"),
      ("#line x\nvoid main() { }", "1:7: 'x' is no macro here; ask with defined(x)"),
      ("float input; void main() { input; }", "1:7: 'input' is a reserved word and cannot be a name"),
      ("void main() { float half = 0.5; half; }", "1:21: 'half' is a reserved word and cannot be a name"),
      ("void this(int a) { } void main() { }", "1:6: 'this' is a reserved word and cannot be a name"),
      ("struct union { int a; }; void main() { }", "1:8: 'union' is a reserved word and cannot be a name"),
      (
        "#version 300 es\nfloat sample; void main() { }",
        "2:7: 'sample' is a reserved word and cannot be a name"
      ),
      (
        "uniform float speed; const float k = speed * 2.0; void main() { }",
        "1:38: the constant 'k' cannot be made of 'speed', which is not constant"
      ),
      (
        "float a = 1.0; void main() { const float k = max(1.0, a); }",
        "1:55: the constant 'k' cannot be made of 'a', which is not constant"
      ),
      (
        "float f() { return 1.0; } void main() { const vec2 k = vec2(f(), 1.0); }",
        "1:61: the constant 'k' cannot be made of 'f', which is not constant"
      ),
      ("void main() { while (int i = 1) { } }", "1:26: a condition must be 'bool', not 'int'"),
      ("void main() { while (bool b) { } }", "1:28: expected '=' after a condition's name, found ')'"),
      ("void main() { gl_MaxDrawBuffers = 3; }", "1:33: cannot assign this: it is not a variable"),
      ("void main() { gl_FrontFacing = true; }", "1:30: cannot assign 'gl_FrontFacing': it is a constant"),
      ("uniform sampler2D a[2]; void main() { }", "1:9: arrays of 'sampler2D' are not supported"),
      ("void f() { } void main() { f() + 1; }", "1:28: this has no value: the function is 'void'"),
      (
        "void f() { } void main() { float a = 1.0 * f(); }",
        "1:44: this has no value: the function is 'void'"
      ),
      ("void main() { \u{1} }", "1:15: a control character has no meaning here"),
      ("void main() { \u{7F} }", "1:15: a control character has no meaning here"),
      ("void main() { switch (1) ; }", "1:26: expected '{' after the value of 'switch', found ';'"),
      ("void f(float a int b) { } void main() { }", "1:16: expected ')' after the parameters, found 'int'"),
      ("void f(float if) { } void main() { }", "1:14: expected the parameter's name, found the keyword 'if'"),
      ("void while() { } void main() { }", "1:6: expected the function's name, found the keyword 'while'"),
      ("void main() { bool a; a--; }", "1:24: '--' needs numbers, not 'bool'"),
      ("void main() {\n  int b;\n\n  int b;\n}", "4:7: 'b' is already declared in line 2"),
      ("void main() { foo a; float a; }", "1:15: 'foo' is not a type"),
      ("void main() { \\\nx; }", "2:1: 'x' is not declared"),
      (
        "#define A 1\nvoid main() { int b = A }", "2:24: expected ';' after a declaration, found '}'"
      ),
      ("void main() { 1u2; }", "1:15: '1u2' is not a number"),
      ("void main() { float a = double(1.0); }", "1:25: the type 'double' is not supported"),
      (
        "void main() { vec2(1) < 1.0; }",
        "1:23: '<' cannot be applied to 'vec2' and 'float'; use lessThan(…) and the like"
      ),
      ("void main() { 1.0 < vec2(1); }", "1:19: '<' cannot be applied to 'float' and 'vec2'"),
      ("void main() { foo a; a(); }", "1:15: 'foo' is not a type"),
      // Two structures of the same name are two types.
      (
        "struct S { int a; }; void main() { S s; struct S { int a; }; s = S(1); }",
        "1:64: cannot assign: 'S' is needed, this is 'S'"
      ),
      // Among equally similar names, the alphabetically first is suggested.
      (
        "struct S { int bat; int bar; }; void main() { S s; s.baz; }",
        "1:54: 'S' has no member 'baz'; did you mean 'bar'?"
      ),
      // A third of the letters may be wrong.
      (
        "void main() { float abcdef; abcdxy; }", "1:29: 'abcdxy' is not declared; did you mean 'abcdef'?"
      ),
      ("void main() { float abcde; abcxy; }", "1:28: 'abcxy' is not declared"),
      // Types are not suggested where a value is needed.
      ("struct Color { float a; }; void main() { Colour; }", "1:42: 'Colour' is not declared"),
      (
        "\nvoid f() { }\nfloat f() { return 1.0; }\nvoid main() { }",
        "3:7: the function 'f' is declared otherwise in line 2"
      ),
      ("\nfloat a;\n\nvoid a() { }\nvoid main() { }", "4:6: 'a' is already declared in line 2"),
      (
        "void main() { float x; const float a = false ? 1.0 : x; }",
        "1:54: the constant 'a' cannot be made of 'x', which is not constant"
      ),
      (
        "void f(const float x) { const float a = x; } void main() { }",
        "1:41: the constant 'a' cannot be made of 'x', which is not constant"
      ),
      ("void main() { float x; modff(1.0, x); }", "1:24: there is no function 'modff'; did you mean 'modf'?"),
      (
        "float shade() { return 1.0; } void main() { shad(); }",
        "1:45: there is no function 'shad'; did you mean 'shade'?"
      ),
      (
        "vec4 transition(vec2 uv) { return getColor(uv); }",
        "1:35: there is no function 'getColor'; did you mean 'getToColor'?"
      ),
      (
        "vec4 effect(vec2 uv) { return getToColor(uv); }",
        "1:31: there is no function 'getToColor'; did you mean 'getColor'?"
      ),
    ] as [(String, String)])
  func sources(source: String, expected: String) {
    #expect(errors(source) == [expected])
  }

  @Test func severalMistakesAreReportedAtOnce() {
    #expect(
      errors(
        """
        float f(float x) {
          return y;
        }
        vec4 transition(vec2 uv) {
          float a = b + 1.0;
          float c = a + b;
          vec2 d = vec3(c);
          foo(d.zz, b);
          return vec4(d, d) + e;
        }
        """) == [
          "2:10: 'y' is not declared", "5:13: 'b' is not declared",
          "7:17: cannot initialize 'd': 'vec2' is needed, this is 'vec3'",
          "8:9: 'vec2' has no component 'z'",
          "9:23: 'e' is not declared",
        ])
    #expect(
      errors(
        """
        vec4 transition(vec2 uv) {
          float a = ;
          if (a > ) { a = 1.0; } else { a = 2.0; }
          float b = 1.0;
          { b = (2.0; }
          return vec4(b);
        }
        vec4 g(int) { return vec4(1) }
        float h = 3.0
        """
      ).map { $0.prefix { $0 != ":" } } == ["2", "3", "5", "8", "9"])
  }

  @Test(
    "Uses of an invalid constant cause no further errors",
    arguments: [
      ("const int n = x;", "1:15: 'x' is not declared"),
      ("const int n;", "1:11: the constant 'n' needs a value"),
      ("const int n = 1.5;", "1:15: cannot initialize 'n': 'int' is needed, this is 'float'"),
      ("int u; const int n = u;", "1:22: the constant 'n' cannot be made of 'u', which is not constant"),
    ]) func wrongConstants(constant: String, expected: String)
  {
    let uses = """
      const int m = n;
      float a[n];
      uniform float b; // = float(n)
      void main() { const int k = n + m; float c[k]; switch (1) { case n: c[0] = a[0]; } }
      """
    #expect(errors("\(constant)\n\(uses)") == [expected])
    #expect(
      errors("void main() {\n\(constant)\nint a[n];\nconst int m = n;\n}")
        == ["2\(expected.dropFirst())"])
  }

  @Test(
    "An invalid type of several names is reported once",
    arguments: [
      ("foo a, b;", "1:1: 'foo' is not a type"), ("struct S { foo a, b; };", "1:12: 'foo' is not a type"),
      ("float[0] a, b;", "1:7: an array has 1 to 4096 elements, not 0"),
    ]) func wrongTypes(declaration: String, expected: String)
  {
    #expect(errors("\(declaration) void main() { }") == [expected])
  }

  @Test("A name declared twice causes no further errors") func namesDeclaredTwice() {
    #expect(
      errors("vec2 a;\nfloat a;\nvoid main() { a.y = 1.0; a = 1.0; }") == [
        "2:7: 'a' is already declared in line 1"
      ])
  }

  @Test("Suggestions include names of all enclosing scopes") func namesOfAllScopes() {
    let source = """
      float outermost;
      void f(float parameter) { float local; { float inner;
      outermos;
      paramete;
      loca;
      inne;
      } }
      void main() { }
      """
    #expect(
      errors(source) == [
        "3:1: 'outermos' is not declared; did you mean 'outermost'?",
        "4:1: 'paramete' is not declared; did you mean 'parameter'?",
        "5:1: 'loca' is not declared; did you mean 'local'?",
        "6:1: 'inne' is not declared; did you mean 'inner'?",
      ])
  }

  @Test("After an invalid statement, parsing continues at its end") func wrongStatements() {
    #expect(
      errors("void main() { vec2(1 2); vec2(, 1); }") == [
        "1:22: expected ')' after the arguments, found the number 2",
        "1:31: expected an expression, found ','",
      ])
    #expect(
      errors("void main() { 1); 2 3; }") == [
        "1:16: expected ';' after an expression, found ')'",
        "1:20: expected ';' after an expression, found the number 3",
      ])
    #expect(
      errors("void main() { do { 1; } until (true); 2 3; }") == [
        "1:25: expected 'while' after the body of 'do', found 'until'",
        "1:40: expected ';' after an expression, found the number 3",
      ])
  }

  @Test("After an invalid declaration, parsing continues at its end") func wrongDeclarations() {
    #expect(
      errors("struct S { int a; } x 1;\nfloat b = ;\nvoid main() { }") == [
        "1:22: expected ';' after a declaration, found the number 1",
        "2:11: expected an expression, found ';'",
      ])
  }

  @Test("Arrays are nested at most 128 deep and have at most 4096 counted elements") func arraysHaveALimit() {
    func brackets(_ count: Int) -> String { "void main() { float\(repeated("[1]", count)) a; }" }
    #expect(errors(brackets(128)) == [])
    #expect(errors(brackets(129)) == ["1:408: this is nested more than 128 deep"])
    func elements(_ count: Int) -> String {
      "void main() { int a[] = int[](\(repeated("1, ", count - 1))1); }"
    }
    #expect(errors(elements(4096)) == [])
    #expect(errors(elements(4097)) == ["1:25: an array has 1 to 4096 elements"])
  }

  @Test("Parentheses, calls and indices nest as deep as other expressions") func expressionsNest() {
    func nested(_ open: String, _ close: String, _ count: Int) -> String {
      "void main() { int a[1]; int b = \(repeated(open, count))0\(repeated(close, count)); }"
    }
    for (open, close) in [("(", ")"), ("int(", ")"), ("a[", "]"), ("- ", "")] {
      #expect(errors(nested(open, close, 125)) == [], "\(open)")
      #expect(errors(nested(open, close, 130)).first?.hasSuffix("this is nested more than 128 deep") == true)
    }
  }

  @Test("An error lists all mistakes, one below another") func errorsAreSaidTogether() {
    let error = #expect(throws: ShaderError.self) { try checked("void main() {\n  x;\n  y;\n}") }
    let expected = """
      test.glsl:2:3: error: 'x' is not declared
          x;
          ^
      test.glsl:3:3: error: 'y' is not declared
          y;
          ^
      """
    #expect(error?.description == expected && error?.errorDescription == expected)
  }

  @Test("An undeclared name is reported once in each function") func unknownNames() {
    #expect(
      errors("void f() { x; }\nvoid main() { { x; } x; }") == [
        "1:12: 'x' is not declared", "2:17: 'x' is not declared",
      ])
  }

  /// - Source: The OpenGL ES Shading Language 1.00, section 3.6, and 3.00, section 3.8: words that both
  ///   reserve, then those that only 3.00 reserves.
  @Test("Reserved words are not names") func reservedWords() {
    let both =
      "asm class union enum typedef template this goto inline noinline volatile public static extern external "
      + "interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 "
      + "sampler3DRect sizeof cast namespace using"
    let later =
      "coherent restrict readonly writeonly resource atomic_uint noperspective patch sample subroutine common "
      + "partition active filter"
    for word in both.split(separator: " ") + later.split(separator: " ") {
      let message = "7: '\(word)' is a reserved word and cannot be a name"
      let isLater = later.split(separator: " ").contains(word)
      #expect(errors("float \(word); void main() { }") == (isLater ? [] : ["1:\(message)"]))
      #expect(errors("#version 300 es\nfloat \(word); void main() { }") == ["2:\(message)"])
    }
  }

  /// - Source: The OpenGL ES Shading Language 1.00, section 3.6, and 3.00, section 3.8; `layout`, `centroid`,
  ///   `flat` and `smooth` are names in 1.00.
  @Test("Keywords are not names") func keywords() {
    let words =
      "attribute const uniform varying break continue do for while switch case default if else in out inout true "
      + "false lowp mediump highp precision invariant discard return struct void float int uint bool vec2 vec3 "
      + "vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 "
      + "mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 sampler2D samplerCube"
    for word in words.split(separator: " ") {
      #expect(
        errors("void main() { float \(word); }") == [
          "1:21: expected a name after the type 'float', found the keyword '\(word)'"
        ])
    }
  }

  @Test("Unsupported types are named") func unsupportedTypes() {
    let types =
      "double dvec2 dvec3 dvec4 sampler1D sampler3D sampler2DRect sampler2DShadow sampler2DArray isampler2D "
      + "usampler2D samplerExternalOES image2D"
    for type in types.split(separator: " ") {
      let message = "the type '\(type)' is not supported"
      #expect(errors("void main() { \(type) a; }") == ["1:15: \(message)"])
      #expect(errors("uniform \(type) a; void main() { }") == ["1:9: \(message)"])
    }
  }

  @Test func atMost20ErrorsAreReported() {
    let lines = (0..<5000).map { "f\($0)();" }.joined(separator: "\n")
    #expect(errors("void main() {\n\(lines)\n}").count == 20)
  }

  @Test func diagnosticsShowTheLineAndThePlace() throws {
    let error = #expect(throws: ShaderError.self) {
      try FrontEnd.check("void main() {\n\tfloat ä = 1.0;\n}", file: "a b.glsl")
    }
    #expect(
      error?.description
        == "a b.glsl:2:8: error: the character 'ä' has no meaning here\n   float ä = 1.0;\n         ^")
    let long = String(repeating: " ", count: 5000)
    let far = #expect(throws: ShaderError.self) {
      try FrontEnd.check("void main() {\(long)x;\(long)}", file: "f")
    }
    let lines = far?.description.split(separator: "\n") ?? []
    #expect(lines.count == 3 && lines[1].count <= 112)
    let mark = try #require(lines.last)
    let place = try #require(lines[1].firstIndex(of: "x"))
    #expect(mark.count == lines[1].distance(from: lines[1].startIndex, to: place) + 1)
  }

  @Test func positionsAreRightAfterContinuationsAndMacros() {
    #expect(errors("void main() { /**/ x; }") == ["1:20: 'x' is not declared"])
    #expect(
      errors("#define BAD \\\n  missing\nvoid main() {\n  float a = \\\n   BAD;\n}") == [
        "5:4: 'missing' is not declared"
      ])
    #expect(errors("\r\nvoid main() {\r\n  x;\r\n}") == ["3:3: 'x' is not declared"])
    let error = #expect(throws: ShaderError.self) { try checked("\r\nvoid main() {\r\n  x;\r\n}") }
    #expect(error?.description.utf8.contains(13) == false)
  }

  @Test func functionsThatMayEndWithoutAValueAreWarnedOf() throws {
    let shader = try checked("float f(float x) { if (x > 0.) return 1.; } void main() { f(1.); }")
    #expect(shader.warnings.map(\.message) == ["the function 'f' can end without 'return'"])
    #expect(
      try checked("int f(int x) { if (x > 0) { return 1; } else return 2; } void main() { f(1); }").warnings
        .isEmpty)
  }
}
