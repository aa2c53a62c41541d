import Foundation
import SegueFiles
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

@Suite struct ShaderTests {
  static let source = """
    uniform float softness; // = 0.5 in 0.0...1.0
    uniform vec3 glow; // = vec3(0.0)
    uniform int count; // = 3 in 1...9
    uniform bool reversed; // = false
    uniform mat2 turn; // = mat2(1.0)
    vec4 transition(vec2 uv) {
      vec2 t = turn * vec2(1.0, 2.0);
      return vec4(softness + glow.x, glow.y + float(count) * 0.1, reversed ? t.x : t.y, 1.0) * 0.25;
    }
    """

  private func frame(_ shader: Shader) throws -> Bitmap {
    let picture = try Bitmap(width: 4, height: 3)
    return try ((.from, .to) --> #require(ShaderBlend(shader))).frame(from: picture, to: picture, at: 0.5)
  }

  /// What a parameter takes is said by its type and its range.
  @Test(arguments: [
    ("float a;", "a number"), ("float a; // = 0.5 in 0...1", "0…1"), ("int a;", "a whole number"),
    ("uint a;", "a whole number"), ("uint a; // = 2u in 1...9", "a whole number in 1…9"),
    ("vec2 a;", "2 numbers with commas between"),
    ("vec4 a; // = vec4(0.0) in 0...1", "4 numbers with commas between in 0…1"),
    ("ivec3 a;", "3 whole numbers with commas between"), ("uvec2 a;", "2 whole numbers with commas between"),
    ("mat2 a;", "4 numbers with commas between"), ("bool a;", "true or false"),
    ("sampler2D a;", "the file of a picture"),
  ])
  func kindsAreSaid(declaration: String, kind: String) throws {
    let shader = try Shader(
      source: "uniform \(declaration)\nvec4 transition(vec2 uv) { return vec4(0); }", file: "a.glsl")
    #expect(shader.parameters.map { "\($0.kind)" } == [kind])
  }

  @Test func parametersAreSetAsWhatTheyAre() throws {
    let shader = try Shader(source: Self.source, file: "own.glsl")
    let pairs: [(typed: Shader, text: (String, String))] = try [
      (shader.with("softness", 0.3), ("softness", "0.3")),
      (shader.with("glow", [0.2, 0.1, 0]), ("glow", "0.2,0.1,0")),
      (shader.with("glow", Pixel(red: 255, green: 0, blue: 51)), ("glow", "#ff0033")),
      (shader.with("count", 7), ("count", "7")), (shader.with("reversed", true), ("reversed", "true")),
      (shader.with("turn", [0, 1, -1, 0]), ("turn", "0,1,-1,0")),
    ]
    let unset = try frame(shader)
    for (typed, text) in pairs {
      #expect(try frame(typed) == frame(shader.with([(key: text.0, value: text.1)])), "\(text)")
      #expect(try frame(typed) != unset, "\(text)")
    }
    let all = try shader.with("softness", 0.3).with("count", 7).with("reversed", true)
    #expect(
      try frame(all) == frame(shader.with([("softness", "0.3"), ("count", "7"), ("reversed", "true")])))
  }

  @Test func whatDoesNotFitIsRefusedAsTextIs() throws {
    let shader = try Shader(source: Self.source, file: "own.glsl")
    let wrong: [(typed: () throws -> Shader, text: (String, String))] = [
      ({ try shader.with("softnes", 0.3) }, ("softnes", "0.3")),
      ({ try shader.with("softness", 1.5) }, ("softness", "1.5")),
      ({ try shader.with("softness", [0.1, 0.2]) }, ("softness", "0.1,0.2")),
      ({ try shader.with("softness", .infinity) }, ("softness", "inf")),
      ({ try shader.with("softness", .nan) }, ("softness", "nan")),
      ({ try shader.with("softness", true) }, ("softness", "true")),
      ({ try shader.with("softness", .white) }, ("softness", "#ffffff")),
      ({ try shader.with("glow", [0, .infinity, 0]) }, ("glow", "0,inf,0")),
      ({ try shader.with("glow", [0, .nan, 0]) }, ("glow", "0,nan,0")),
      ({ try shader.with("glow", 1) }, ("glow", "1")), ({ try shader.with("glow", []) }, ("glow", "")),
      ({ try shader.with("count", 1.5) }, ("count", "1.5")),
      ({ try shader.with("count", 10) }, ("count", "10")),
      ({ try shader.with("count", 1e300) }, ("count", "1e+300")),
      ({ try shader.with("reversed", 1) }, ("reversed", "1")),
      ({ try shader.with("turn", [1, 2, 3]) }, ("turn", "1,2,3")),
    ]
    for (typed, text) in wrong {
      let expected = #expect(throws: ParameterError.self) { try shader.with([(key: text.0, value: text.1)]) }
      #expect(throws: expected.map { $0 } ?? .unknown("", of: "", known: [])) { try typed() }
    }
  }

  /// A file that is no picture is none that a parameter of a shader takes.
  @Test func picturesInFilesAreSet() throws {
    let shader = try Shader(
      source: "uniform sampler2D mask;\nvec4 effect(vec2 uv) { return texture2D(mask, uv); }",
      file: "mask.glsl")
    let item = try #require(CatalogItem<any Filter>(filter: shader))
    let picture = try Bitmap(
      PixelSize(width: 4, height: 3), filledWith: Pixel(red: 9, green: 99, blue: 199))
    let filter = try item.make([], files: [("mask", ParameterFile("mask.png", picture: picture))])
    #expect(try Chain.filter(.from, filter).frame(from: Bitmap(width: 4, height: 3)) == picture)
    #expect(
      throws: ParameterError.unreadable(file: "film.cube", for: "mask", reason: "not a picture")
    ) { try item.make([], files: [("mask", ParameterFile("film.cube", bytes: [1]))]) }
  }

  @Test func filesAreReadByPathAndByAddress() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("My own.glsl")
    try Self.source.write(toFile: file, atomically: true, encoding: .utf8)
    for shader in try [Shader(contentsOf: file), Shader(contentsOf: URL(filePath: file))] {
      #expect(shader.name == "my own" && shader.kind == .transition && shader.parameters.count == 5)
      #expect(try frame(shader) == frame(Shader(source: Self.source)))
    }
  }

  @Test func filesThatCannotBeReadAreErrors() throws {
    let folder = try TemporaryFolder()
    let gone = folder.file("gone.glsl")
    #expect(throws: FileError.missing(file: gone)) { try Shader(contentsOf: gone) }
    #expect(throws: FileError.missing(file: gone)) { try Shader(contentsOf: URL(filePath: gone)) }
    let address = "https://example.com/ripple.glsl"
    #expect(throws: FileError.unreadable(file: address, reason: "it is no file of this machine")) {
      try Shader(contentsOf: #require(URL(string: address)))
    }
    try "vec4 transition(vec2 uv) { return vec3(0.0); }".write(
      toFile: gone, atomically: true, encoding: .utf8)
    let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: gone) }
    #expect(error?.diagnostics.first?.file == gone)
    try Data([0xff, 0xfe]).write(to: URL(filePath: gone))
    #expect(throws: FileError.notText(file: gone, reason: "not a text in UTF-8")) {
      try Shader(contentsOf: gone)
    }
  }
}
