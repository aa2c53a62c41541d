import SegueGLSL
import SegueShaders
import Testing

/// Comments of uniforms: default, range and sentence.
@Suite struct ParameterCommentTests {
  private func parameters(_ source: String) throws -> [ShaderParameter] {
    try checked(source + "\nvec4 transition(vec2 uv) { return vec4(0); }").parameters
  }

  @Test(
    arguments: [
      ("uniform float a; // = 3.0", [Literal.float(3)]), ("uniform float a; // =3", [.float(3)]),
      ("uniform float a/* = 42.0 */;", [.float(42)]), ("uniform float a; // = -1", [.float(-1)]),
      ("uniform float a; // = 1.0 / 4.0", [.float(0.25)]),
      ("uniform float a; // = .5 - the half of it, but no: 1", []),
      ("uniform float a; // = 0.4 ; // if 0.0, nothing happens", [.float(0.4)]),
      ("uniform float a; // = 8 (eight)", [.float(8)]),
      ("uniform vec2 a; // = vec2(1, 2)", [.float(1), .float(2)]),
      ("uniform vec2 a; // = vec2(.5)", [.float(0.5), .float(0.5)]),
      ("uniform vec2 a; // = 0.5", [.float(0.5), .float(0.5)]),
      ("uniform vec4 a; // = vec4(vec3(1), 0.)", [.float(1), .float(1), .float(1), .float(0)]),
      ("uniform ivec2 a; // = ivec2(10)", [.int(10), .int(10)]), ("uniform int a; // = 7", [.int(7)]),
      ("uniform uint a; // = 7", [.uint(7)]), ("uniform bool a; // = true", [.bool(true)]),
      ("uniform bool a; // = 1", [.bool(true)]),
      ("uniform mat2 a; // = mat2(1.0)", [.float(1), .float(0), .float(0), .float(1)]),
      ("uniform float a[2]; // = float[2](1., 2.)", [.float(1), .float(2)]),
      ("const float N = 2.0;\nuniform float a; // = N * 2.0", [.float(4)]),
      ("uniform float a;", [.float(0)]), ("uniform bool a;", [.bool(false)]),
      ("uniform ivec2 a;", [.int(0), .int(0)]), ("uniform uint a;", [.uint(0)]),
      ("uniform vec2 a;\n// = vec2(1.0)", [.float(0), .float(0)]),
      ("uniform float a; // == old ==", [.float(0)]),
      ("uniform float a; int b; // = 1.0", [.float(0)]), ("uniform sampler2D a;", []),
      ("uniform float a;\t// = 3.0", [.float(3)]), ("uniform float a; //\t= 3.0", [.float(3)]),
      ("uniform float a /* words */ /* = 2.0 */;", [.float(2)]),
      ("uniform float a; /* words */ /**/ // = 2.0", [.float(2)]),
      ("uniform float a; // words\n// = 2.0", [.float(0)]),
      ("uniform float a; /* words */ int b; // = 2.0", [.float(0)]),
      ("uniform float a /* */ /* = 2.0 */;", [.float(2)]), ("uniform float /* = 1.0 */ a;", [.float(0)]),
    ] as [(String, [Literal])])
  func defaults(source: String, expected: [Literal]) throws {
    guard !expected.isEmpty || source.contains("sampler2D") else {
      #expect(errors(source + "\nvec4 transition(vec2 uv) { return vec4(0); }").count == 1)
      return
    }
    #expect(try parameters(source)[0].defaultValue == expected)
  }

  @Test func severalNamesInALineHaveDefaults() throws {
    let parameters = try parameters(
      """
      uniform vec2 a /*= vec2(42.0, 42.0)*/, b /* = vec2(1.) */;
      uniform vec2 c, d; // = vec2(1.0, 2.0); // both
      """)
    #expect(parameters.map(\.name) == ["a", "b", "c", "d"])
    #expect(parameters.map { $0.defaultValue[1] } == [.float(42), .float(1), .float(2), .float(2)])
  }

  @Test func defaultsOutsideOfTheirRangesAreWarnedOf() throws {
    for (numbers, isWarned) in [
      ("0.0, 1.0", false), ("0.5, 3.0", true), ("3.0, 0.5", true), ("-0.5, 0.5", true), ("0.5, -0.5", true),
    ] {
      let shader = try Shader(
        source:
          "uniform vec2 a; // = vec2(\(numbers)) in 0...1\nvec4 transition(vec2 p) { return vec4(a, p); }")
      let expected = isWarned ? ["the default of 'a' is outside of its range"] : []
      #expect(shader.warnings.map(\.message) == expected, "\(numbers)")
    }
  }

  @Test func rangesUnitsAndSentencesAreRead() throws {
    let parameters = try parameters(
      """
      uniform float waves; // = 30.0 in 0…100 across the picture: How many waves: many.
      uniform float a; // = 0.5 in 0...1: A sentence.
      uniform int b; // = 1 in -2…3
      uniform bool c; // = true: Whether it is.
      uniform sampler2D map; // : Where pixels come from.
      uniform float d; // = 2.0 in radians: as said
      uniform float e; // = 2.0 something else: 3
      """)
    #expect(parameters.map(\.range) == [0...100, 0...1, -2...3, nil, nil, nil, nil])
    #expect(parameters.map(\.unit) == ["across the picture", "", "", "", "", "", ""])
    #expect(
      parameters.map(\.summary) == [
        "How many waves: many.", "A sentence.", "", "Whether it is.", "Where pixels come from.", "", "",
      ])
  }

  /// A range may be a single number, and includes its ends.
  @Test func rangesMayBeOneNumber() throws {
    let shader = try checked(
      """
      uniform float a; // = 1.0 in 1...1: One.
      uniform int b; // = 3 in -2…3
      uniform float c; // = -2.0 in -2…3
      vec4 transition(vec2 uv) { return vec4(0); }
      """)
    #expect(shader.parameters.map(\.range) == [1...1, -2...3, -2...3] && shader.warnings.isEmpty)
  }

  @Test func wrongRangesAreWarnedOf() throws {
    let shader = try checked(
      "uniform float a; // = 2.0 in 0…1\nuniform float b; // = 1.0 in 3…1\nvec4 transition(vec2 uv) { return vec4(0); }"
    )
    #expect(
      shader.warnings.map(\.message) == [
        "the default of 'a' is outside of its range", "the range of 'b' is empty",
      ])
  }

  @Test func wrongDefaultsAreErrors() {
    let transition = "\nvec4 transition(vec2 uv) { return vec4(0); }"
    #expect(
      errors("uniform vec2 a; // = vec3(1.0)" + transition) == [
        "1:22: the default of 'a' must be 'vec2', not 'vec3'"
      ])
    #expect(
      errors("uniform float a; // = progress" + transition) == ["1:23: the default of 'a' must be a constant"]
    )
    #expect(
      errors("uniform float a; // =" + transition) == [
        "1:22: expected an expression, found the end of the file"
      ])
    #expect(
      errors("uniform float a; // = @" + transition) == ["1:23: the character '@' has no meaning here"])
    #expect(
      errors("uniform sampler2D a; // = 1" + transition) == [
        "1:27: the only default of the texture 'a' is 'picture', the first one"
      ])
    #expect(
      errors("uniform sampler2D a; // = picture\nvec4 effect(vec4 c) { return texture2D(a, c.xy); }") == [
        "1:27: the default 'picture' needs a whole picture, which an effect of one pixel does not have"
      ])
  }

  @Test(
    "The default in a source overrides that in a header", arguments: [("", 0.5), (" // = 0.25", 0.25)])
  func defaultsOfHeaders(comment: String, expected: Double) throws {
    let shader = try checked(
      """
      /*{"INPUTS": [{"NAME": "level", "TYPE": "float", "DEFAULT": 0.5}]}*/
      uniform float level;\(comment)
      void main() { gl_FragColor = vec4(level); }
      """)
    #expect(shader.parameters.map(\.defaultValue) == [[.float(expected)]])
  }

  @Test func progressMayBeDeclared() throws {
    #expect(try parameters("uniform float progress, ratio;").isEmpty)
  }
}
