import SegueLanes
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// What is said of shaders, and what they render.
@Suite("Recorded: shaders") struct RecordedTests {
  /// The lines of a table.
  static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  private static func text(_ diagnostics: [Shader.Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      "\(diagnostic.line):\(diagnostic.column): "
        + (diagnostic.severity == .warning ? "warning: " : "") + diagnostic.message
    }.joined(separator: " | ")
  }

  /// All that is wrong with each source, and where.
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
    // Just within what may be nested, and beyond.
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

  /// The number that a message names, or what else it says.
  private static func number(in source: String) -> String {
    let text = errors(source).joined(separator: " | ")
    let words = text.split(separator: "elements, not ")
    return words.count == 2 ? String(words[1]) : text.isEmpty ? "right" : text
  }

  /// What operators give before a program is made: in conditions of the preprocessor, and in constants.
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

  /// What the host puts into a uniform of each type, by its name.
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

  /// The frame of a shader, whose pictures are scenes.
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

  /// Frames of opaque pictures, of others, and of two sizes; the same with blocks and without.
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

  /// What every statement, operator and function of the language comes to.
  @Test func language() throws {
    var recorded = Recorded("language")
    for line in Self.lines(RightSources.transitions) {
      recorded.add(line, try Self.frames(Self.transition(line), line))
    }
    for (body, number) in zip(LoweringTests.bodies, 0...) {
      let shader = try Shader(source: LoweringTests.program(body))
      recorded.add("body \(number)", try Self.frames(shader, body))
    }
    for line in Self.lines(RightSources.transitions).prefix(30) {
      let shader = try Self.transition(line)
      recorded.add(
        "in light: \(line)", [try Self.frame(shader, 37, 21, opaque: [false, true], light: .linear)])
    }
    try recorded.check()
  }

  /// How many programs of blocks there are of a frame with many.
  ///
  /// As many as there is time for: a frame that took longer than they may take is rendered again.
  private static func parts(_ body: String, _ pictures: [Bitmap]) throws -> Int {
    let shader = try transition(body)
    let byPixels = try shader.rows(of: pictures, at: moment, blocks: .never).rendered()
    var count = 0
    for _ in 0..<20 {
      let shader = try transition(body)
      let start = ContinuousClock.now
      let byBlocks = try shader.rows(of: pictures, at: moment, blocks: .always)
        .rendered(RenderContext(kernels: Kernels(.preferred), threads: 1))
      let time = ContinuousClock.now - start
      #expect(byBlocks == byPixels, "\(body)")
      count = max(count, try shader.compiled(for: pictures).partCount)
      if time < .milliseconds(15) { break }
    }
    return count
  }

  /// What is decided about blocks, which leaves no other trace.
  @Test func blocks() throws {
    var recorded = Recorded("blocks")
    let pictures = try (0..<2).map { try Bitmap.scene(640, 72, seed: UInt64(1 + $0), opaque: true) }
    for line in Self.lines(RightSources.transitions) {
      recorded.add(line, "\(try Self.parts(line, pictures)) programs")
    }
    for expression in Self.lines(RightSources.bounded) {
      let counts = try [-0.7, -0.2, 0.05, 0.3, 0.8, 1.7].map { limit in
        try Self.parts("return \(expression) < \(limit) ? getToColor(uv) : getFromColor(uv);", pictures)
      }
      recorded.add(expression, counts.map { "\($0)" }.joined(separator: " "))
    }
    try recorded.check()
  }

  /// How often each operation is in each list of a program.
  private static func text(_ program: LaneProgram) -> String {
    let lists = [
      ("frame", program.frame), ("column", program.column), ("row", program.row), ("pixel", program.pixel),
    ]
    return (program.hasQuads ? "in quads; " : "")
      + lists.filter { !$0.1.isEmpty }.map { name, steps in
        let names = steps.map { step in
          switch step {
          case .call(let operation, _, _, _): "\(operation)"
          case .jump: "jump"
          case .jumpIfNone: "jump if none"
          case .jumpIfAll: "jump if all"
          case .count: "count"
          case .native: "native"
          }
        }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
        return "\(name): "
          + counts.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)" }.joined(separator: ", ")
      }.joined(separator: "; ")
  }

  /// What programs are made of.
  @Test func programs() throws {
    var recorded = Recorded("programs")
    let picture = try Bitmap(PixelSize(width: 8, height: 4), filledWith: .black)
    for line in Self.lines(RightSources.transitions) {
      recorded.add(line, Self.text(try Self.transition(line).compiled(for: [picture, picture]).program))
    }
    for (expression, type) in LoweringTests.expressions {
      let sum = type == "float" ? "result" : type.hasPrefix("mat") ? "result[0].x" : "result.x + result.y"
      let shader = try Shader(
        source:
          "varying vec2 textureCoordinate; void main() { vec2 p = textureCoordinate; \(type) result = \(expression); gl_FragColor = vec4(\(sum)); }"
      )
      recorded.add(expression, Self.text(try shader.compiled(for: [picture]).program))
    }
    // Those of one pixel are compiled with what they follow.
    let wholes = Self.lines(RightSources.wholes).filter {
      !$0.contains("effect(vec4") && !$0.contains("4 blend(") && !$0.contains("3 blend(")
    }
    for line in wholes {
      let shader = try Shader(source: line.replacing("¶", with: "\n"))
      guard !shader.parameters.contains(where: { $0.kind == .picture }), shader.passes.isEmpty else {
        continue
      }
      let pictures = Array(repeating: picture, count: shader.kind == .filter ? 1 : 2)
      recorded.add(line, Self.text(try shader.compiled(for: pictures).program))
    }
    for (number, body) in LoweringTests.bodies.enumerated() {
      let shader = try Shader(source: LoweringTests.program(body))
      recorded.add("body \(number)", Self.text(try shader.compiled(for: [picture]).program))
    }
    try recorded.check()
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

  /// What shaders of all hosts say of themselves, and what they render.
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

  /// What parameters take, and what is said of what they do not.
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
