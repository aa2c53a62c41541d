import SegueShaders
import Testing

/// Values that the host sets, and messages about values that it does not set.
@Suite struct HostTests {
  private func warnings(_ shader: Shader) -> [String] {
    shader.warnings.map { "\($0.line):\($0.column): \($0.message)" }
  }

  @Test func uniformsThatNobodySetsAreWarnedOf() throws {
    let shader = try Shader(
      source: """
        uniform float amount; // = 1.0
        uniform vec2 offset, unused;
        uniform float pace; // in 0...1 seconds
        uniform bool on; // : Whether it is.
        uniform sampler2D inputImageTexture, map;
        struct S { float a, b; };
        uniform S s;
        varying vec2 uv;
        void main() { gl_FragColor = on ? vec4(amount, pace, offset) : texture2D(map, uv) * s.a; }
        """)
    func says(_ place: String, _ name: String) -> String {
      "\(place): the uniform '\(name)' has no default: it is 0 unless it is set"
    }
    let all = [
      says("2:14", "offset"), says("3:15", "pace"), says("4:14", "on"), says("7:11", "s.a"),
      says("7:11", "s.b"),
    ]
    #expect(warnings(shader) == all)
    #expect(try warnings(shader.with("pace", 0.5).with("on", false)) == [all[0], all[3], all[4]])
    #expect(try warnings(shader.with([("offset", "3,4")])) == Array(all[1...]))
  }

  @Test func inputsThatTheHostDoesNotSetCauseAWarning() throws {
    let shader = try Shader(
      source: """
        varying vec2 textureCoordinate;
        varying float centerMultiplier, unused;
        varying vec3 normal;
        varying vec4 v_color;
        varying vec2 speed;
        void main() { gl_FragColor = vec4(textureCoordinate + speed, normal.z, centerMultiplier) * v_color; }
        """)
    #expect(
      warnings(shader) == [
        "2:15: the host does not set the input 'centerMultiplier': it is 0",
        "3:14: the host does not set the input 'normal': it is the position of the pixel",
        "4:14: the host does not set the input 'v_color': it is the position of the pixel",
        "5:14: the host does not set the input 'speed': it is the position of the pixel",
      ])
  }

  @Test(arguments: [
    "textureCoordinate", "textureCoordinate2", "textureCoordinate3", "leftTextureCoordinate",
    "bottomRightTextureCoordinate", "topTextureCoordinate", "uv", "vUv", "v_texCoord", "vTextureCoord",
    "v_uv",
    "texcoord", "TexCoords", "isf_FragNormCoord", "position", "vPos", "st",
  ])
  func positionInputsAreRecognizedByName(name: String) throws {
    let source = "varying vec2 \(name); void main() { gl_FragColor = vec4(\(name), 0.0, 1.0); }"
    #expect(try warnings(Shader(source: source)) == [])
  }

  @Test(arguments: [
    "oneStepPositiveTextureCoordinate", "twoStepsNegativeTextureCoordinate", "oneStepBackTextureCoordinate",
    "rightwardTextureCoordinate",
  ])
  func positionsThatAreNotKnownAreErrors(name: String) throws {
    let source = "varying vec2 \(name); void main() { gl_FragColor = vec4(\(name), 0.0, 1.0); }"
    #expect(
      errors(source) == [
        "1:14: the host does not know the position '\(name)'; besides the pixel's own it knows those of neighbors, such as 'leftTextureCoordinate' and 'topLeftTextureCoordinate'; put the vertex shader that writes it next to the file"
      ])
    // An unused input gives no error.
    #expect(errors("varying vec2 \(name); void main() { gl_FragColor = vec4(1.0); }") == [])
  }
}
