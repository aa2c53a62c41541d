import Foundation
import SegueFiles
import SegueGLSL
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

  /// An error describes the expected value by the type and the range of the parameter.
  @Test(arguments: [
    ("float a;", "a number"), ("float a; // = 0.5 in 0...1", "0…1"), ("int a;", "a whole number"),
    ("uint a;", "a whole number"), ("uint a; // = 2u in 1...9", "a whole number in 1…9"),
    ("vec2 a;", "2 numbers with commas between"),
    ("vec4 a; // = vec4(0.0) in 0...1", "4 numbers with commas between in 0…1"),
    ("ivec3 a;", "3 whole numbers with commas between"), ("uvec2 a;", "2 whole numbers with commas between"),
    ("mat2 a;", "4 numbers with commas between"), ("bool a;", "true or false"),
    ("sampler2D a;", "the file of a picture"),
  ])
  func errorsDescribeTheKindOfAValue(declaration: String, kind: String) throws {
    let shader = try Shader(
      source: "uniform \(declaration)\nvec4 transition(vec2 uv) { return vec4(0); }", file: "a.glsl")
    #expect(shader.parameters.map { "\($0.kind)" } == [kind])
  }

  @Test func typedValuesEqualTexts() throws {
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

  @Test func invalidTypedValuesHaveTheErrorsOfTexts() throws {
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

  /// A picture parameter rejects a file that is not a picture.
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

  @Test(
    "A vertex shader is read from beside its fragment shader",
    arguments: [("fs", "vs"), ("frag", "vert"), ("fsh", "vsh")])
  func vertexShadersBesideThem(fragment: String, vertex: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Array("varying float v; void main() { gl_FragColor = vec4(v, 0.0, 0.0, 1.0); }".utf8), "a.\(fragment)")
    func red() throws -> UInt8 {
      let filter = try #require(ShaderFilter(Shader(contentsOf: file)))
      return try (Bitmap(width: 2, height: 2) --> filter).frame()[0, 0].red
    }
    #expect(try red() == 0)
    let beside = try folder.write(Array("varying float v; void main() { v = 0.2; }".utf8), "a.\(vertex)")
    #expect(try red() == 51)
    try folder.write(Array("varying float v; void main() { v = oops; }".utf8), "a.\(vertex)")
    let error = #expect(throws: ShaderError.self) { try red() }
    #expect(error?.diagnostics.map(\.file) == [beside])
  }

  /// Paths are relative to the folder of the shader.
  @Test("Pictures of a shader are read from its files unless they are set")
  func picturesOfAShader() throws {
    let source = """
      /*{"INPUTS": [], "IMPORTED": {"near": {"PATH": "more/near.png"}, "far": {"PATH": "/away/far.png"}}}*/
      void main() { gl_FragColor = IMG_THIS_PIXEL(near) + IMG_THIS_PIXEL(far); }
      """
    let folder = try TemporaryFolder()
    let shader = try Shader(contentsOf: folder.write(Array(source.utf8), "a.fs"))
    let (red, blue) = (Pixel(red: 200, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 100))
    let size = PixelSize(width: 2, height: 2)
    func asked(_ shader: Shader, except names: [String] = []) throws -> (paths: [String], pixel: Pixel) {
      var paths: [String] = []
      let read = try shader.withFiles(except: names) { path in
        paths.append(path)
        return try Bitmap(size, filledWith: path.hasPrefix("/away") ? blue : red)
      }
      return (paths, try (Bitmap(size) --> #require(ShaderFilter(read))).frame()[0, 0])
    }
    let all = try asked(shader)
    #expect(all.paths == ["/away/far.png", folder.file("more/near.png")])
    #expect(all.pixel == Pixel(red: 200, green: 0, blue: 100))
    var others: [String] = []
    _ = try shader.withFiles(except: ["far"]) { path in
      others.append(path)
      return try Bitmap(size)
    }
    #expect(others == [folder.file("more/near.png")])
    let set = try asked(shader.with(Bitmap(size, filledWith: Pixel(red: 7, green: 0, blue: 0)), for: "near"))
    #expect(set.paths == ["/away/far.png"] && set.pixel == Pixel(red: 7, green: 0, blue: 100))
    // A text has no folder.
    _ = try Shader(source: source).withFiles { path in
      Issue.record("\(path) must not be read")
      return try Bitmap(size)
    }
  }

  @Test("A shader of one picture makes a filter, and any other shader a blend")
  func effectsOfEachKind() throws {
    for (source, isFilter) in [
      ("vec4 effect(vec4 color) { return color; }", true),
      ("vec4 effect(vec2 uv) { return vec4(1.0); }", true),
      ("void main() { gl_FragColor = vec4(1.0); }", true),
      ("vec4 blend(vec4 base, vec4 overlay) { return base; }", false),
      ("vec4 transition(vec2 uv) { return vec4(1.0); }", false),
    ] {
      let shader = try Shader(source: "// Source: A book\n// Does it.\n\(source)", file: "Some.glsl")
      #expect(
        (ShaderFilter(shader) != nil) == isFilter && (ShaderBlend(shader) == nil) == isFilter, "\(source)")
      let (filter, blend) = (CatalogItem<any Filter>(filter: shader), CatalogItem<any Blend>(blend: shader))
      #expect((filter != nil) == isFilter && (blend == nil) == isFilter, "\(source)")
      #expect((filter?.name ?? blend?.name) == "some" && (filter?.summary ?? blend?.summary) == "Does it.")
      #expect((filter?.source ?? blend?.source) == "A book")
    }
  }

  @Test("A file beyond the size limit is named") func filesHaveALimit() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("tabs"), withIntermediateDirectories: true)
    func write(_ name: String, _ text: String, limit: Int? = nil) throws {
      let space = limit.map { [UInt8](repeating: 32, count: $0 + 1 - text.utf8.count) } ?? []
      try folder.write(Array(text.utf8) + space, name)
    }
    let (main, image) = ("void main() { }", "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }")
    let (million, eight) = (1_048_576, 8_388_608)
    try write("a.frag", main, limit: million)
    try write("b.frag", main)
    try write("b.vert", main, limit: million)
    try write("c.json", "{}", limit: eight)
    try write("tabs/image.glsl", image)
    try write("tabs/bufferA.glsl", image, limit: million)
    for (name, wrong, limit) in [
      ("a.frag", "a.frag", million), ("b.frag", "b.vert", million), ("c.json", "c.json", eight),
      ("tabs", "tabs/bufferA.glsl", million),
    ] {
      let reason = "a text of more than \(limit) bytes"
      #expect(throws: FileError.notText(file: folder.file(wrong), reason: reason)) {
        try Shader(contentsOf: folder.file(name))
      }
    }
    // An included file beyond the limit counts as missing.
    try write("long.glsl", "", limit: million)
    try write("d.frag", "#include \"long.glsl\"\n\(main)")
    let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: folder.file("d.frag")) }
    #expect(
      error?.diagnostics.map { "\($0.line): \($0.message)" } == [
        "1: there is no such file in the folder of the shader"
      ])
  }

  @Test("A shader that is too large is rejected when its file is read") func filesThatAreTooMuch() throws {
    let folder = try TemporaryFolder()
    let calls = (2...501).map { "float f\($0)(float x) { return f\($0 - 1)(x); }" }.joined(separator: " ")
    let deep = "float f1(float x) { return x; } \(calls)"
    func tab(_ name: String, _ type: String, _ functions: String, _ color: String) -> String {
      #"{"name": "\#(name)", "type": "\#(type)", "code": "\#(functions) void mainImage(out vec4 c, in vec2 p) { c = vec4(\#(color)); }"}"#
    }
    let (image, buffer) = (tab("Image", "image", "", "1.0"), tab("Buffer A", "buffer", deep, "f501(p.x)"))
    for (name, text, place) in [
      ("a.frag", "\(deep) void main() { gl_FragColor = vec4(f501(gl_FragCoord.x)); }", ""),
      ("b.json", #"{"renderpass": [\#(tab("Image", "image", deep, "f501(p.x)"))]}"#, ", Image"),
      ("c.json", #"{"renderpass": [\#(image), \#(buffer)]}"#, ", Buffer A"),
    ] {
      let file = try folder.write(Array(text.utf8), name)
      let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: file) }
      #expect(
        error?.diagnostics.map { "\($0.file): \($0.message)" } == [
          "\(file)\(place): calls, branches and early exits are nested more than 500 deep"
        ])
    }
  }

  @Test("Items of shaders have the shader's parameters and apply values to them") func itemsOfShaders() throws
  {
    let shader = try Shader(source: Self.source, file: "own.glsl")
    let item = try #require(CatalogItem<any Blend>(blend: shader))
    func told(_ parameters: [ParameterDescription]) -> [String] {
      parameters.map { "\($0.name)=\($0.defaultValue) \($0.kind)" }
    }
    #expect(told(item.parameters) == told(shader.parameters))
    let picture = try Bitmap(width: 4, height: 3)
    let set = try item.make([("softness", "0.9"), ("count", "5")])
    let made = try ((.from, .to) --> set).frame(from: picture, to: picture, at: 0.5)
    #expect(try made == frame(shader.with("softness", 0.9).with("count", 5)) && made != frame(shader))

    let gain = try Shader(
      source:
        "uniform float gain; // = 0.2 in 0...1: How much.\nvec4 effect(vec4 color) { return vec4(gain); }")
    let filter = try #require(CatalogItem<any Filter>(filter: gain))
    #expect(told(filter.parameters) == ["gain=0.2 0…1"])
    for (values, alpha) in [([], 51), ([("gain", "0.4")], 102)] as [([(key: String, value: String)], UInt8)] {
      let chain = Chain.filter(.picture(picture), try filter.make(values))
      #expect(try chain.frame()[1, 1].alpha == alpha)
    }
  }

  @Test("A shader of the catalog has all its metadata, and clamps numbers") func shadersOfACatalog()
    throws
  {
    let source = """
      // Does it.
      // Source: A book
      // Example: gain=0.7
      uniform float gain; // = 0.2 in 0.1...0.8: How much.
      uniform float more; // = 0.1 in 0...1: How much more.
      vec4 effect(vec4 color) { return vec4(gain * 0.5 + more * 0.5); }
      """
    let text = ShaderText("entered", source)
    let shader = BuiltInShader(text)
    let item = CatalogItem<ShaderFilter?>(
      text, aliases: ["other"], variants: ["most": ["gain": "0.8"]]
    ) { ShaderFilter($0) }
    #expect(item.name == "entered" && item.aliases == ["other"] && item.variants.map(\.key) == ["most"])
    #expect(item.summary == "Does it." && item.source == "A book" && item.example == "gain=0.7")
    #expect(item.parameters.map(\.name) == ["gain", "more"] && item.glsl?() == source)
    let picture = try Bitmap(PixelSize(width: 3, height: 2), filledWith: .white)
    let cases: [(KeyValuePairs<String, [Double]>, KeyValuePairs<String, [Double]>, UInt8)] = [
      (["gain": [0.4], "more": [0.4]], [:], 102), (["more": [0.4]], ["gain": [0.4]], 102),
      (["gain": [7], "more": [0]], [:], 102), (["gain": [-7], "more": [0.3]], [:], 51),
      (["less": [1], "gain": [0.4], "more": [0.4]], ["least": [1]], 102),
    ]
    for (values, constants, alpha) in cases {
      let rows = shader.rows(of: [picture], at: 0.5, values, constants: constants)
      #expect(try rows.rendered()[1, 1].alpha == alpha, "\(values), \(constants)")
    }
  }

  @Test("A picture is set by the name of its parameter") func picturesAreSet() throws {
    let shader = try Shader(
      source: """
        uniform sampler2D mask, other;
        vec4 effect(vec2 uv) { return texture2D(mask, uv) + 0.5 * texture2D(other, uv); }
        """)
    let item = try #require(CatalogItem<any Filter>(filter: shader))
    func even(_ red: UInt8, _ blue: UInt8) throws -> Bitmap {
      try Bitmap(PixelSize(width: 4, height: 3), filledWith: Pixel(red: red, green: 0, blue: blue))
    }
    let filter = try item.make([], pictures: [("mask", even(9, 0)), ("other", even(0, 100))])
    let frame = try Chain.filter(.picture(even(255, 255)), filter).frame()
    #expect(frame[2, 1] == Pixel(red: 9, green: 0, blue: 50))
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
    let utf16 = "a text in UTF-16; save it in UTF-8"
    for (bytes, reason) in [
      ([0xff, 0xfe], utf16), ([0xfe, 0xff], utf16), ([0x2f, 0x2f, 0xe9, 0], "not a text in UTF-8"),
    ] as [([UInt8], String)] {
      try Data(bytes).write(to: URL(filePath: gone))
      #expect(throws: FileError.notText(file: gone, reason: reason)) {
        try Shader(contentsOf: gone)
      }
    }
  }

  @Test("A comment may have characters in another encoding") func lettersOfOtherEncodings() throws {
    let folder = try TemporaryFolder()
    let comment = Array("// Author: Andr".utf8) + [0xe9] + Array("\n".utf8)
    let file = try folder.write(comment + Array(Self.source.utf8), "latin.glsl")
    #expect(try Shader(contentsOf: file).author == "Andr\u{e9}")
    let wrong = try folder.write(Array("float a".utf8) + [0xe9] + Array("; void main() { }".utf8), "a.frag")
    let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: wrong) }
    #expect(error?.diagnostics.first?.message == "the character '\u{e9}' has no meaning here")
  }
}
