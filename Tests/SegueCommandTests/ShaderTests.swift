import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue: shaders")
struct ShaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let negative = """
    // Every color becomes its opposite.
    // Author: Segue
    // License: MIT
    precision mediump float;
    varying vec2 textureCoordinate;
    uniform sampler2D inputImageTexture;
    uniform float share; // = 1.0 in 0...1: How much of it.
    void main() {
      vec4 color = texture2D(inputImageTexture, textureCoordinate);
      gl_FragColor = vec4(mix(color.rgb, color.a - color.rgb, share), color.a);
    }
    """

  static let multiply = """
    // Each color times that of the other picture.
    precision mediump float;
    varying vec2 textureCoordinate;
    varying vec2 textureCoordinate2;
    uniform sampler2D inputImageTexture;
    uniform sampler2D inputImageTexture2;
    void main() {
      gl_FragColor = texture2D(inputImageTexture, textureCoordinate) * texture2D(inputImageTexture2, textureCoordinate2);
    }
    """

  static let masked = """
    // The second picture comes where a map is dark first.
    uniform sampler2D map; // : Where it comes first.
    vec4 transition(vec2 uv) {
      return mix(getFromColor(uv), getToColor(uv), step(getFromColor(uv).r * 0.0 + texture2D(map, uv).r, progress));
    }
    """

  static let broken = """
    vec4 transition(vec2 uv) {
      float mixture = progres;
      return mix(getFromColor(uv), getToColor(uv), mixture)
    }
    """

  private func write(_ name: String, _ source: String) throws -> String {
    try Data(source.utf8).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  private var out: String { folder.file("out.png") }
  private func picture() throws -> Bitmap { try Bitmap(contentsOf: out) }

  // MARK: apply

  /// The filters do not commute, so the result shows their order.
  @Test("Filters and shaders form one chain, in the given order")
  func applyChain() throws {
    let folder = try TemporaryFolder()
    func shader(_ name: String, _ color: String) throws -> String {
      let text = """
        varying highp vec2 textureCoordinate;
        uniform sampler2D inputImageTexture;
        uniform float amount; // = 0.5 in 0...1: How much.
        void main() {
          vec4 c = texture2D(inputImageTexture, textureCoordinate);
          gl_FragColor = \(color);
        }
        """
      try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
      return folder.file(name)
    }
    let dim = try shader("dim.frag", "vec4(c.rgb * amount, 1.0)")
    let turn = try shader("turn:1.frag", "vec4(vec3(1.0) - c.gbr * amount, 1.0)")
    func apply(_ input: String, _ output: String, _ arguments: [String]) throws -> Bytes {
      expectSuccess(try runSegue(["apply", input, "-o", folder.file(output)] + arguments))
      return try bytes(of: folder.file(output))
    }
    _ = try apply(from, "1.png", ["--shader", dim, "-p", "amount=0.25"])
    _ = try apply(folder.file("1.png"), "2.png", ["--filter", "pixellate:fraction=0.1"])
    let expected = try apply(folder.file("2.png"), "3.png", ["--shader", turn, "-p", "amount=0.75"])
    let options = [
      ["--shader", dim, "-p", "amount=0.25"], ["--filter", "pixellate:fraction=0.1"],
      ["--shader", turn, "--parameter", "amount=0.75"],
    ]
    #expect(try apply(from, "chain.png", options.flatMap(\.self)) == expected)
    #expect(
      try apply(
        from, "inline.png",
        [
          "--shader", "\(dim):amount=0.25", "--filter", "pixellate:fraction=0.1",
          "--shader=\(turn):amount=0.75",
        ])
        == expected)
    #expect(try apply(from, "other.png", options.reversed().flatMap(\.self)) != expected)
    // Parameters before a single shader apply to it; before several shaders, they are an error.
    #expect(
      try apply(from, "before.png", ["-p", "amount=0.25", "--shader", dim]) == bytes(of: folder.file("1.png"))
    )
    let early = ["-p", "amount=0.25", "--shader", dim, "--shader", turn]
    expectFailure(
      try runSegue(["apply", from, "-o", folder.file("early.png")] + early), 64,
      saying: ["amount", "precedes"])
  }

  @Test func aFilter() throws {
    let file = try write("negative.frag", Self.negative)
    expectSuccess(try runSegue(["apply", from, "--shader", file, "-o", out]))
    let shader = try Shader(source: Self.negative)
    let input = try Bitmap(contentsOf: from)
    #expect(try picture() == (input --> #require(ShaderFilter(shader))).frame())
    #expect(try picture()[3, 4].red == 255 - input[3, 4].red)
  }

  @Test func aParameter() throws {
    let file = try write("negative.frag", Self.negative)
    expectSuccess(try runSegue(["apply", from, "--shader", file, "-p", "share=0", "-o", out]))
    #expect(try picture() == Bitmap(contentsOf: from))
  }

  @Test func filtersAndShadersKeepTheirOrder() throws {
    let file = try write("negative.frag", Self.negative)
    expectSuccess(
      try runSegue(["apply", from, "--shader", file, "--filter", "pixellate:fraction=0.1", "-o", out]))
    let filter = try #require(ShaderFilter(Shader(source: Self.negative)))
    #expect(try picture() == (Bitmap(contentsOf: from) --> filter --> Pixellate(fraction: 0.1)).frame())
  }

  @Test func aBlendOfTwoImages() throws {
    let file = try write("multiply.frag", Self.multiply)
    expectSuccess(try runSegue(["apply", from, to, "--shader", file, "-o", out]))
    let blend = try #require(ShaderBlend(Shader(source: Self.multiply)))
    let chain = (.from, .to) --> blend
    #expect(try picture() == chain.frame(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to)))
  }

  @Test func aFilterBeforeTheBlend() throws {
    let file = try write("negative.frag", Self.negative)
    expectSuccess(
      try runSegue(["apply", from, to, "--shader", file, "--blend", "dissolve:mix=0.25", "-o", out]))
    let filter = try #require(ShaderFilter(Shader(source: Self.negative)))
    let chain = (.from --> filter, .to) --> Dissolve(mix: 0.25)
    #expect(try picture() == chain.frame(from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to)))
  }

  @Test func shadersOfAnotherKindAreErrors() throws {
    let filter = try write("negative.frag", Self.negative)
    let blend = try write("multiply.frag", Self.multiply)
    let transition = try write("masked.glsl", Self.masked)
    expectFailure(
      try runSegue(["apply", from, "--shader", transition, "-o", out]), 64,
      saying: ["masked.glsl", "a transition", "segue frame --shader"])
    expectFailure(
      try runSegue(["apply", from, "--shader", blend, "-o", out]), 64, saying: ["multiply.frag", "second"])
    expectFailure(
      try runSegue(["apply", from, to, "--shader", blend, "--blend", "dissolve", "-o", out]), 64,
      saying: ["multiply.frag", "--blend"])
    for command in [["frame", "--progress", "0.5"], ["sheet"]] {
      expectFailure(
        try runSegue(command + [from, to, "--shader", filter, "-o", out]), 64,
        saying: ["negative.frag", "a filter", "--filter"])
    }
    #expect(!folder.names().contains("out.png"))
  }

  @Test func wrongParameters() throws {
    let file = try write("negative.frag", Self.negative)
    let apply = ["apply", from, "-o", out]
    expectFailure(
      try runSegue(apply + ["--shader", file, "-p", "shade=1"]), 64,
      saying: ["negative has no parameter 'shade'", "share"])
    expectFailure(
      try runSegue(apply + ["--shader", file, "-p", "share=2"]), 64, saying: ["share is '2'", "0…1"])
    expectFailure(
      try runSegue(apply + ["--filter", "pixellate", "-p", "share=1"]), 64,
      saying: ["--parameter", "--shader"])
    expectFailure(try runSegue(apply), 64, saying: ["--filter", "--shader"])
  }

  @Test(arguments: ["apply", "render", "explain"])
  func compileErrorsShowTheirPlace(_ command: String) throws {
    let file = try write("broken.glsl", Self.broken)
    let arguments =
      switch command {
      case "apply": ["apply", from, "--shader", file, "-o", out]
      case "render": ["render", from, to, "--shader", file, "-f", "null"]
      default: ["explain", file]
      }
    let run = try runSegue(arguments)
    #expect(run.code == 65 && run.output.isEmpty)
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\(file):") == true)
    #expect(lines.contains { $0.allSatisfy { $0 == " " || $0 == "^" } && $0.contains("^") }, "a caret")
    #expect(lines.last?.hasPrefix("segue: \(file): ") == true)
    #expect(folder.names() == ["broken.glsl"])
  }

  @Test func warningsArePrintedOnce() throws {
    let file = try write("doubtful.glsl", Self.masked + "\nfloat rest(float x) { if (x > 0.5) return 1.0; }")
    let run = try runSegue([
      "render", from, to, "--shader", file, "-p", "map=\(from)", "--frames", "2", "-f", "null", "-q",
    ])
    expectSuccess(run)
    let warnings = run.errorLines.filter { $0.contains("warning: the function 'rest' can end without") }
    #expect(warnings.count == 1)
  }

  @Test func uniformsThatNobodySetsAreNamed() throws {
    let source = Self.negative.replacing("share; // = 1.0 in 0...1: How much of it.", with: "share;")
    let file = try write("unset.frag", source)
    let warning = "unset.frag:7:15: warning: the uniform 'share' has no default: it is 0 unless it is set"
    let unset = try runSegue(["apply", from, "--shader", file, "-o", out])
    expectSuccess(unset)
    #expect(unset.errorLines.count { $0.hasSuffix(warning) } == 1, "\(unset.errorLines)")
    let set = try runSegue(["apply", from, "--shader", file, "-p", "share=0.5", "-o", folder.file("b.png")])
    expectSuccess(set)
    #expect(!set.errorLines.contains { $0.contains("warning") })
  }

  @Test func filesThatAreNoShaders() throws {
    expectFailure(
      try runSegue(["apply", from, "--shader", folder.file("no.frag"), "-o", out]), 66, saying: ["no.frag"])
    let binary = folder.file("binary.frag")
    try Data([0xff, 0xfe, 0x00]).write(to: URL(filePath: binary))
    expectFailure(
      try runSegue(["apply", from, "--shader", binary, "-o", out]), 65, saying: ["binary.frag", "UTF-8"])
  }

  /// A picture shows the parameter as the channels of its upper left pixel.
  @Test(arguments: [
    ("float", "0.2", [51, 0, 0]), ("vec3", "0.2,0.4,0.6", [51, 102, 153]),
    ("vec3", "#336699", [51, 102, 153]),
    ("float", "0.2,0.4,0.6", [51, 102, 153]), ("int", "1,0,1", [255, 0, 255]), ("ivec2", "0,1", [0, 255, 0]),
    ("mat2", "0.2,0.4,0.6,0.8", [51, 102, 153]), ("bool", "true", [255, 0, 0]),
  ])
  func parametersOfEveryType(_ type: String, value: String, expected: [UInt8]) throws {
    let isArray = !type.contains { $0.isNumber } && value.contains(",")
    let parts =
      switch type {
      case "vec3": "vec3(p)"
      case "ivec2": "vec3(p, 0)"
      case "mat2": "vec3(p[0], p[1][0])"
      default: isArray ? "vec3(p[0], p[1], p[2])" : "vec3(p, 0, 0)"
      }
    let file = try write(
      "color.frag",
      """
      uniform sampler2D inputImageTexture;
      uniform \(type) p\(isArray ? "[3]" : "");
      void main() { gl_FragColor = vec4(\(parts), 1.0); }
      """)
    expectSuccess(try runSegue(["apply", from, "--shader", file, "-p", "p=\(value)", "-o", out]))
    let pixel = try picture()[0, 0]
    #expect([pixel.red, pixel.green, pixel.blue] == expected)
    // Parameters follow the file's name, and may contain commas.
    expectSuccess(
      try runSegue(["apply", from, "--shader", "\(file):p=\(value)", "-o", folder.file("same.png")]))
    #expect(try Bitmap(contentsOf: folder.file("same.png"))[0, 0] == pixel)
    let wrong = try runSegue(["apply", from, "--shader", file, "-p", "p=x", "-o", folder.file("b.png")])
    expectFailure(wrong, 64, saying: ["p is 'x' but must be"])
  }

  // MARK: Transitions

  @Test func aTransitionInAFile() throws {
    let file = try write("masked.glsl", Self.masked)
    let options = ["--shader", file, "-p", "map=\(to)", "--progress", "0.5", "-o", out]
    expectSuccess(try runSegue(["frame", from, to] + options))
    let map = try Bitmap(contentsOf: to)
    let shader = try Shader(source: Self.masked).with(map, for: "map")
    let transition = try #require(ShaderTransition(shader))
    let renderer = try TransitionRenderer(from: Bitmap(contentsOf: from), to: map, transition)
    #expect(try picture() == renderer.frame(at: 0.5))
    expectFailure(
      try runSegue([
        "frame", from, to, "--shader", file, "-p", "map=no.png", "--progress", "0.5", "-o", "a.png",
      ]),
      66, saying: ["no.png"])
  }

  /// Unreadable files do not hide the others from the list.
  @Test func filesOfAFolderThatCannotBeReadAreListed() throws {
    _ = try write("wipe.glsl", "// Nothing at all.\nvec4 transition(vec2 uv) { return vec4(0.0); }")
    try Data([0xff, 0xfe, 0]).write(to: URL(filePath: folder.file("torn.frag")))
    try FileManager.default.createDirectory(
      atPath: folder.file("inner.glsl"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("gone.fs"), withDestinationPath: folder.file("nowhere"))
    let list = try runSegue(["list", "transitions", "--shader-path", folder.path])
    expectSuccess(list)
    let lines = list.text.split(separator: "\n")
    for (name, reason) in [
      ("torn", "not supported: a text in UTF-16; save it in UTF-8"),
      ("inner", "cannot be read: there is no image.glsl"),
      ("gone", "no such file"),
    ] {
      let line = lines.filter { $0.hasPrefix("  \(name) ") }
      #expect(line.count == 1)
      #expect(line.first?.contains(" Cannot be used: \(reason)") == true, "\(line)")
      #expect(line.first?.contains(folder.path) == false, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("  wipe ") && $0.contains("Nothing at all.") })
  }

  @Test func transitionsOfAFolder() throws {
    _ = try write("Masked.glsl", Self.masked)
    _ = try write("negative.glsl", Self.negative)
    _ = try write("broken.glsl", Self.broken)
    _ = try write("wipe.glsl", "// Nothing at all.\nvec4 transition(vec2 uv) { return vec4(0.0); }")
    let path = ["--shader-path", folder.path]

    let list = try runSegue(["list", "transitions"] + path)
    expectSuccess(list)
    #expect(list.errorText.isEmpty)
    let lines = list.text.split(separator: "\n")
    func listed(_ name: String) -> [Substring] { lines.filter { $0.hasPrefix("  \(name) ") } }
    #expect(listed("masked").first?.hasSuffix("is dark first. (gl-transitions)") == true)
    #expect(listed("broken").first?.contains("Does not compile: ") == true)
    #expect(listed("negative").isEmpty, "filters are not listed as transitions")
    #expect(
      listed("wipe").count == 1 && listed("wipe").first?.hasSuffix("Nothing at all. (gl-transitions)") == true
    )
    let filters = try runSegue(["list", "filters"] + path).text.split(separator: "\n")
    #expect(filters.filter { $0.hasPrefix("  negative ") && $0.hasSuffix(")") }.count == 1)
    struct Item: Decodable {
      let name: String
      let host: String?
      let error: String?
    }
    let json = try runSegue(["list", "transitions", "--json"] + path)
    let items = try JSONDecoder().decode([Item].self, from: Data(json.text.utf8))
    #expect(items.first { $0.name == "masked" }?.host == "gl-transitions")
    #expect(items.first { $0.name == "broken" }?.error?.contains(":") == true)

    let explained = try runSegue(["explain", "masked"] + path)
    expectSuccess(explained)
    #expect(explained.text.contains("map  the file of a picture, needed"))
    #expect(explained.text.contains("--shader \(folder.file("Masked.glsl"))"))

    let frame = ["frame", from, to, "-t", "wipe", "--progress", "0.5", "-o", out, "--overwrite"]
    expectSuccess(try runSegue(frame + path))
    #expect(try picture()[0, 0] == .clear)
    expectSuccess(try runSegue(frame))
    #expect(try picture()[0, 0] != .clear)
    expectFailure(
      try runSegue(["frame", from, to, "-t", "maskd", "--progress", "0.5", "-o", "a.png"] + path), 64,
      saying: ["did you mean masked?"])
    expectFailure(try runSegue(["list", "--shader-path", "none"]), 66, saying: ["none", "folder"])
  }

  @Test func explainOfAFile() throws {
    let run = try runSegue(["explain", try write("negative.frag", Self.negative)])
    expectSuccess(run)
    #expect(run.errorText.isEmpty)
    for line in [
      "negative (filter)", "Every color becomes its opposite.", "Author: Segue", "License: MIT",
      "  share  0…1, default 1", "      How much of it.",
      "  segue apply in.png --shader \(folder.file("negative.frag")) -p share=1 -o out.png",
    ] { #expect(run.text.contains(line + "\n"), "\(line)") }
  }

  @Test("The example of explain sets parameters that would be 0 or false, quoted for a shell")
  func exampleOfAFile() throws {
    func example(_ uniforms: String) throws -> String {
      let file = try write(
        "my fade.glsl", uniforms + "vec4 transition(vec2 p) { return getToColor(p * progress); }")
      let lines = try runSegue(["explain", file]).text.split(separator: "\n")
      return try String(#require(lines.last { $0.hasPrefix("  segue render") }))
    }
    let start = "  segue render from.png to.png --shader '\(folder.file("my fade.glsl"))'"
    for (uniforms, setting) in [
      ("uniform float time;\nuniform float softness; // = 0.2\n", " -p softness=0.2"),
      ("uniform vec2 mouse;\nuniform vec2 middle; // = vec2(0.0, 0.5)\n", " -p middle=0,0.5"),
      ("uniform float time; // = 0.0 in 0...9\n", ""),
      ("uniform float sides[2]; // = float[2](3.0, 4.0)\n", " -p sides=3,4"),
      ("struct Light { bool isOn; };\nuniform Light lights[2];\n", ""),
    ] { #expect(try example(uniforms) == start + setting + " -o frames/%04d.png") }
  }

  @Test func aFolderOfTabsIsAFilter() throws {
    try FileManager.default.createDirectory(atPath: folder.file("tabs"), withIntermediateDirectories: true)
    let image = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0); }"
    _ = try write("tabs/image.glsl", image)
    _ = try write("tabs/bufferA.glsl", image.replacing("= texel", with: "= 0.25 + texel"))
    let explained = try runSegue(["explain", folder.file("tabs/")])
    #expect(explained.text.contains("Passes: buffera, of floats, kept for the next frame; the frame"))
    let example = try #require(explained.text.split(separator: "\n").last { $0.contains("segue render") })
    let filter = try #require(example.split(separator: " ").first { $0.hasSuffix("tabs/") })
    let frames = ["--frames", "3", "--size", "4x3", "-o", folder.file("tab%d.png")]
    expectSuccess(try runSegue(["render", from, to, "--filter", String(filter)] + frames))
    // Each frame adds a quarter.
    let reds = try (0..<3).map { try Bitmap(contentsOf: folder.file("tab\($0).png"))[0, 0].red }
    #expect(reds == [64, 128, 191])
  }

  // MARK: Documentation

  @Test func whatTheDocumentationShowsCompiles() throws {
    let text = try String(contentsOfFile: "\(projectFolder)/docs/shaders.md", encoding: .utf8)
    let sources = text.components(separatedBy: "```glsl\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(!sources.isEmpty)
    for source in sources {
      let shader = try Shader(source: source)
      #expect(shader.warnings.isEmpty && shader.summary != "A shader." && !shader.parameters.isEmpty)
      guard shader.kind == .transition, let blend = ShaderBlend(shader) else { continue }
      let (a, b) = (try Bitmap(contentsOf: from), try Bitmap(contentsOf: to))
      for (progress, end) in [(0.0, a), (1, b)] {
        #expect(try ((.from, .to) --> blend).frame(from: a, to: b, at: progress) == end)
      }
    }
  }

  @Test func theErrorInTheDocumentationIsTheActualOne() throws {
    let line = "  float mixture = progres;"
    _ = try write("fade.glsl", "vec4 transition(vec2 uv) {\n\(line)\n  return vec4(mixture);\n}")
    let run = try runSegue(["explain", "fade.glsl"], folder: folder.path)
    let text = try String(contentsOfFile: projectFolder + "/docs/shaders.md", encoding: .utf8)
    let shown = run.errorLines.map { "    \($0)\n" }.joined()
    #expect(run.errorLines.count == 4 && text.contains(shown), "\(shown)")
  }
}
