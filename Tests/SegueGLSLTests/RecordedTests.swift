import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Recorded diagnostics and frames of shaders.
@Suite("Recorded: shaders") struct RecordedTests {
  /// Splits a table into lines.
  static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  private static func text(_ diagnostics: [Shader.Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      "\(diagnostic.line):\(diagnostic.column): "
        + (diagnostic.severity == .warning ? "warning: " : "") + diagnostic.message
    }.joined(separator: " | ")
  }

  /// Records all diagnostics of each source, with their positions.
  @Test func diagnostics() throws {
    var recorded = Recorded("diagnostics")
    func add(_ line: String, _ source: String) {
      do throws(ShaderError) {
        let shader = try Shader(source: source.replacing("¶", with: "\n").replacing("↵", with: "\r"))
        recorded.add(line, shader.warnings.isEmpty ? "right" : Self.text(shader.warnings))
      } catch {
        recorded.add(line, Self.text(error.diagnostics))
      }
    }
    for line in Self.lines(WrongSources.bodies) { add(line, "void main() { \(line) }") }
    for line in Self.lines(WrongSources.wholes) { add(line, line) }
    // Nesting just within the limits, and beyond.
    for (open, close) in [("(", ")"), ("-", ""), ("sin(", ")"), ("1.0 + ", ""), ("true ? 1.0 : ", "")] {
      for count in [20, 60, 62, 63, 64, 65, 124, 125, 126, 127, 128, 129] {
        let (front, back) = (String(repeating: open, count: count), String(repeating: close, count: count))
        add("\(count) of \(open)…\(close)", "void main() { float a = \(front)1.0\(back); }")
      }
    }
    for (open, close) in [
      ("{", "}"), ("if (true) ", ";"), ("if (true) ; else ", ";"), ("for (;;) {", "break; }"),
    ] {
      for count in [20, 60, 62, 63, 64, 65, 124, 125, 126, 127, 128, 129] {
        let (front, back) = (String(repeating: open, count: count), String(repeating: close, count: count))
        add("\(count) of \(open)…\(close)", "void main() { \(front)\(back) }")
      }
    }
    try recorded.check()
  }

  /// Returns the number in an error message, else the whole message.
  private static func number(in source: String) -> String {
    let text = errors(source).joined(separator: " | ")
    let words = text.split(separator: "elements, not ")
    return words.count == 2 ? String(words[1]) : text.isEmpty ? "right" : text
  }

  /// Records operators evaluated at compile time: in conditions of the preprocessor, and in constants.
  @Test func constants() throws {
    var recorded = Recorded("constants")
    let infix = ["*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|"]
    let values = ["-7", "-1", "0", "1", "2", "5", "70"]
    let pairs = values.flatMap { a in values.map { b in (a, b) } }
    for word in infix + ["&&", "^^", "||"] {
      recorded.add(
        "#line \(word)",
        pairs.map { a, b in
          Self.number(in: "#line 9000 + ((\(a)) \(word) (\(b)))\nint a[__LINE__]; void main() { }")
        }.joined(separator: ", "))
    }
    for prefix in ["-", "+", "~", "!"] {
      recorded.add(
        "#line \(prefix)x",
        values.map { Self.number(in: "#line 9000 + \(prefix)(\($0))\nint a[__LINE__]; void main() { }") }
          .joined(separator: ", "))
    }
    for (type, suffix) in [("int", ""), ("uint", "u"), ("float", ".0")] {
      for word in infix {
        recorded.add(
          "\(type) \(word)",
          pairs.map { a, b in
            let expression = "\(type)(\(a)\(suffix)) \(word) \(type)(\(b)\(suffix))"
            return Self.number(in: "int a[9000 + int(\(expression))]; void main() { }")
          }.joined(separator: ", "))
      }
      for prefix in ["-", "+", "~"] {
        recorded.add(
          "\(type) \(prefix)x",
          values.map {
            Self.number(in: "int a[9000 + int(\(prefix)\(type)(\($0)\(suffix)))]; void main() { }")
          }
          .joined(separator: ", "))
      }
    }
    let bools = [("true", "true"), ("true", "false"), ("false", "true"), ("false", "false")]
    for word in ["&&", "||", "^^", "==", "!="] {
      recorded.add(
        "bool \(word)",
        bools.map { Self.number(in: "int a[9000 + int(\($0) \(word) \($1))]; void main() { }") }
          .joined(separator: ", "))
    }
    for line in Self.lines(WrongSources.constants) {
      recorded.add(
        line, Self.number(in: "struct S { int i; vec2 v; }; int a[9000 + int(\(line))]; void main() { }"))
    }
    try recorded.check()
  }

  /// Records uniforms of each type, for every name that hosts fill.
  @Test func uniforms() throws {
    var recorded = Recorded("uniforms")
    let heads = [
      ("GPUImage", "varying vec2 textureCoordinate;"),
      ("PixiJS", "varying vec2 vTextureCoord; uniform sampler2D uSampler;"),
      ("glfx.js", "varying vec2 texCoord; uniform sampler2D texture;"), ("fragment", ""),
    ]
    let types = ["float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "mat2"]
    for (host, head) in heads {
      for name in WrongSources.uniforms.split(separator: " ") {
        let use = host == "fragment" ? "gl_FragColor = gl_FragCoord;" : "gl_FragColor = vec4(1.0);"
        var found: [String] = []
        for type in types {
          let shader = try Shader(source: "\(head) uniform \(type) \(name); void main() { \(use) }")
          let parameter = try #require(shader.parameters.first { $0.name == name })
          if parameter.isOfFrame { found.append("\(type): \(parameter.defaultValue)") }
          if shader.host != host { found.append("by \(shader.host)") }
        }
        recorded.add("\(host) \(name)", found.isEmpty ? "nothing" : found.joined(separator: ", "))
      }
    }
    try recorded.check()
  }

  // MARK: Frames

  private static let moment = FrameMoment(progress: 0.37, time: 0.5, duration: 3)

  /// Renders a shader with scenes as its pictures.
  private static func frame(
    _ shader: Shader, _ width: Int, _ height: Int, opaque: [Bool], blocks: BlockUse = .never,
    light: Light = .gamma
  ) throws -> Bitmap {
    let inputs = try (0..<(shader.kind == .filter ? 1 : 2)).map {
      try Bitmap.scene(width, height, seed: UInt64(1 + $0), opaque: opaque[$0 % opaque.count])
    }
    let kernels = Kernels(.preferred).mixing(in: light)
    return try shader.filled(with: inputs[0]).rows(of: inputs, at: moment, blocks: blocks)
      .rendered(RenderContext(kernels: kernels, threads: 1))
  }

  /// Renders opaque and translucent pictures in several sizes, and checks that frames do not depend on
  /// blocks.
  private static func frames(_ shader: Shader, _ line: String) throws -> [Bitmap] {
    let ways: [(Int, Int, [Bool])] = [
      (37, 21, [true]), (37, 21, [false]), (130, 9, [true, false]), (21, 9, [false, true]),
    ]
    return try ways.map { width, height, opaque in
      let frame = try frame(shader, width, height, opaque: opaque)
      let byBlocks = try self.frame(shader, width, height, opaque: opaque, blocks: .always)
      #expect(frame == byBlocks, "\(line)")
      return frame
    }
  }

  private static func transition(_ body: String) throws(ShaderError) -> Shader {
    try Shader(
      source: """
        \(RightSources.transitionHead)
        vec4 transition(vec2 uv) { vec2 p = uv * 4.0 - 1.5; \(body) }
        """, file: "made.glsl")
  }

  /// Records results of every statement, operator and function of the language.
  @Test func language() throws {
    var recorded = Recorded("language")
    for line in Self.lines(RightSources.transitions) {
      recorded.add(line, try Self.frames(Self.transition(line), line))
    }
    for (body, number) in zip(ShaderSamples.bodies, 0...) {
      let shader = try Shader(source: ShaderSamples.program(body))
      recorded.add("body \(number)", try Self.frames(shader, body))
    }
    for line in Self.lines(RightSources.transitions).prefix(30) {
      let shader = try Self.transition(line)
      recorded.add(
        "in light: \(line)", [try Self.frame(shader, 37, 21, opaque: [false, true], light: .linear)])
    }
    try recorded.check()
  }

  /// In frames of several rows of blocks, blocks change no byte.
  @Test func blocks() throws {
    let pictures = try (0..<2).map { try Bitmap.scene(640, 72, seed: UInt64(1 + $0), opaque: true) }
    let bounded = Self.lines(RightSources.bounded).flatMap { expression in
      [-0.7, -0.2, 0.05, 0.3, 0.8, 1.7].map { limit in
        "return \(expression) < \(limit) ? getToColor(uv) : getFromColor(uv);"
      }
    }
    for body in Self.lines(RightSources.transitions) + bounded {
      let shader = try Self.transition(body)
      let context = RenderContext(kernels: Kernels(.preferred), threads: 1)
      let byPixels = try shader.rows(of: pictures, at: Self.moment, blocks: .never).rendered(context)
      let byBlocks = try shader.rows(of: pictures, at: Self.moment, blocks: .always).rendered(context)
      #expect(byBlocks == byPixels, "\(body)")
    }
  }

  // MARK: Hosts

  private static func text(_ parameter: ParameterDescription) -> String {
    var text = "\(parameter.name)=\(parameter.defaultValue) (\(parameter.kind))"
    if !parameter.unit.isEmpty { text += " \(parameter.unit)" }
    if !parameter.summary.isEmpty { text += ": \(parameter.summary)" }
    return text + (parameter.isOfFrame ? " of the frame" : "") + (parameter.isRequired ? " required" : "")
  }

  private static func text(_ shader: Shader) -> String {
    let said = [
      shader.host, "\(shader.kind)", shader.name, shader.summary, shader.author, shader.license,
      shader.source,
      shader.example,
    ].map { $0 ?? "nothing" }
    let parameters = shader.parameters.map { text($0) }
    return (said + parameters + shader.passes + [text(shader.warnings)]).filter { !$0.isEmpty }
      .joined(separator: " | ")
  }

  /// Records the parameters and frames of shaders of all hosts.
  @Test func hosts() throws {
    var recorded = Recorded("hosts")
    for (number, line) in Self.lines(RightSources.wholes).enumerated() {
      let shader = try Shader(source: line.replacing("¶", with: "\n"), file: "a folder/The.Name.glsl")
      recorded.add(line, Self.text(shader))
      recorded.add("frame \(number)", try Self.frames(shader, line))
      guard shader.parameters.contains(where: { $0.name == "sky" }) else { continue }
      for (width, height) in [(36, 6), (6, 36), (11, 7)] {
        let sky = try shader.with(.scene(width, height, seed: 4, opaque: true), for: "sky")
        recorded.add("frame \(number) with \(width) × \(height)", try Self.frames(sky, line))
      }
    }
    for (number, line) in Self.lines(RightSources.vertices).enumerated() {
      let parts = line.split(separator: "⊕").map(String.init)
      do {
        let shader = try Shader(source: parts[0], vertex: parts[1])
        recorded.add(line, Self.text(shader))
        recorded.add("vertex \(number)", try Self.frames(shader, line))
      } catch let error as ShaderError {
        recorded.add(
          line, error.diagnostics.map { "\($0.file):" + Self.text([$0]) }.joined(separator: " | "))
      }
    }
    try recorded.check()
  }

  /// Records accepted values of parameters, and errors for others.
  @Test func settings() throws {
    var recorded = Recorded("settings")
    let picture = try Bitmap(width: 1, height: 1)
    for line in Self.lines(RightSources.settings) {
      let parts = line.split(separator: "⊕", omittingEmptySubsequences: false).map { text in
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      let shader = try Shader(
        source: "\(parts[0])\nvec4 effect(vec4 color) { return color; }", file: "s.glsl")
      func add(_ name: String, _ set: () throws -> Shader) {
        do {
          recorded.add("\(parts[0]) \(name)", "\(try set().numbers("u"))")
        } catch {
          recorded.add("\(parts[0]) \(name)", "\(error)")
        }
      }
      for text in parts.dropFirst() { add("'\(text)'") { try shader.with([("u", text)]) } }
      for numbers in [[0.5], [2], [-1], [1, 0], [1, 2, 3], [0.1, 0.2, 0.3, 0.4], [1e10], [.nan]] {
        add("\(numbers)") { try shader.with("u", numbers) }
      }
      add("true") { try shader.with("u", true) }
      add("a color") { try shader.with("u", Pixel(red: 51, green: 102, blue: 204, alpha: 255)) }
      add("a picture") { try shader.with(picture, for: "u") }
      add("an unknown one") { try shader.with([("v", "1")]) }
    }
    try recorded.check()
  }
}
