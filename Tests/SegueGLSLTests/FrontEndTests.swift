import Foundation
import SegueGLSL
import SegueTestSupport
import Testing

/// Damaged shaders give errors or run, and never crash the process.
@Suite struct FrontEndTests {
  /// Number of random shaders: SEGUE_FUZZ_ROUNDS for a longer run, by default a second's worth.
  static let rounds = ProcessInfo.processInfo.environment["SEGUE_FUZZ_ROUNDS"].flatMap(Int.init) ?? 5000

  /// Tokens of random sources.
  private static let words = [
    " ", "\n", "\\\n", "(", ")", "{", "}", "[", "]", "<", ">", ",", ";", ":", "?", ".", "=", "==", "+", "-",
    "*", "/",
    "%", "++", "--", "+=", "<<=", "&&", "^^", "~", "!", "#", "//", "/*", "*/", "0", "1", "-1", "2.5", "1e99",
    "0x", "08",
    "4294967296", "4097", "65536", "0u", "float", "int", "uint", "bool", "vec2", "vec3", "ivec4", "bvec2",
    "mat2",
    "mat3", "sampler2D", "void", "struct S { float a; } ", "S", "const", "uniform", "in", "out", "inout",
    "if", "else",
    "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "discard", "#define X ",
    "X",
    "#if ", "#endif\n", "#define F(a) a a\n", "F(", "progress", "uv", "main", "transition", "x", "p", "[2]",
    ".xy",
    ".wwww", ".length()", "float[](", "mix(", "texture2D(", "modf(", "é", "\u{0}", "\r", "// = ",
    "1.0 in 0…1: ",
  ]

  private static func damage(_ source: String, _ other: String, using generator: inout SeededGenerator)
    -> String
  {
    var bytes = Array(source.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...30, using: &generator))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2 where start < bytes.count: bytes[start] = .random(in: 0...255, using: &generator)
      case 3:
        let part = Array(other.utf8)
        let place = Int.random(in: 0..<part.count, using: &generator)
        bytes.replaceSubrange(start..<end, with: part[place..<min(part.count, place + 60)])
      case 4: bytes.removeSubrange(start...)
      default: bytes.insert(contentsOf: (words.randomElement(using: &generator) ?? "").utf8, at: start)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func samplesAreValidAndRun() throws {
    for sample in samples {
      let shader = try FrontEnd.check(sample, file: "sample")
      #expect(shader.warnings.isEmpty)
      _ = try FrontEndTests.run(shader, stepLimit: 10_000)
    }
  }

  /// A call in the initial value of a global is not a recursion.
  @Test func aGlobalMayCallTheFunctionBeforeIt() throws {
    _ = try FrontEnd.check(
      "float f() { return 0.5; }\nfloat g = f();\nvec4 effect(vec4 color) { return color * g; }", file: "x")
  }

  @Test func aSourceHasAMillionBytesAtMost() throws {
    let source = "vec4 effect(vec4 color) { return color; }"
    let longest = source + String(repeating: " ", count: FrontEnd.sizeLimit - source.utf8.count)
    _ = try FrontEnd.check(longest, file: "x")
    let error = #expect(throws: ShaderError.self) { try FrontEnd.check(longest + " ", file: "x") }
    #expect(error?.diagnostics.map(\.message) == ["the source is larger than 1048576 bytes"])
  }

  @Test("A shader has at most 1024 functions and 1024 structures") func declarationsHaveALimit() {
    func functions(_ count: Int) -> String {
      (1..<count).map { "void f\($0)() { }\n" }.joined() + "void main() { }"
    }
    #expect(errors(functions(1024)) == [])
    #expect(errors(functions(1025)) == ["1025:6: a shader has 1024 functions at most"])
    func structures(_ count: Int) -> String {
      (1...count).map { "struct S\($0) { int a; };\n" }.joined() + "void main() { }"
    }
    #expect(errors(structures(1024)) == [])
    #expect(errors(structures(1025)) == ["1025:8: a shader has 1024 structures at most"])
  }

  @Test("The variables of a shader have at most 65536 numbers, with the host's") func variablesHaveALimit()
    throws
  {
    let own = try checked("void main() { }").variables.reduce(0) { $0 + $1.type.componentCount }
    func source(_ count: Int) -> String {
      let arrays = (0..<15).map { "a\($0)[4096]" }.joined(separator: ", ")
      return "float \(arrays);\nfloat last[\(count - 15 * 4096 - own)];\nvoid main() { }"
    }
    #expect(errors(source(65536)) == [])
    #expect(errors(source(65537)) == ["2:7: the variables of the shader hold more than 65536 numbers"])
  }

  /// A fragment shader may have helper functions with the names of other entry points.
  @Test("A shader with several entry points has the kind of the first in the hosts' order") func kinds()
    throws
  {
    let functions: [(kind: EntryPoint.Kind, source: String)] = [
      (.fragment, "void main() { }\n"), (.transition, "vec4 transition(vec2 uv) { return vec4(uv, uv); }\n"),
      (.pointEffect, "vec4 effect(vec4 color) { return color; }\n"),
      (.blend, "vec4 blend(vec4 base, vec4 overlay) { return base; }\n"),
    ]
    for (index, first) in functions.enumerated() {
      #expect(try checked(first.source).kind == first.kind)
      for other in functions[(index + 1)...] {
        #expect(try checked(first.source + other.source).kind == first.kind)
        #expect(try checked(other.source + first.source).kind == first.kind)
      }
    }
    let overloaded = "vec4 effect(vec2 uv) { return vec4(uv, uv); } float effect(float x) { return x; }"
    #expect(try checked(overloaded).kind == .effect)
  }

  @Test("Errors of a vertex shader follow messages about the fragment shader")
  func bothSourcesAreSaid() {
    let error = #expect(throws: ShaderError.self) {
      try FrontEnd.check(
        "float rest(float x) { if (x > 0.5) return 1.0; }\nvarying float v; void main() { gl_FragColor = vec4(v); }",
        file: "a.frag", vertex: ("varying float v;\nvoid main() { v = oops; }", "a.vert"))
    }
    #expect(
      error?.diagnostics.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } == [
        "a.frag:1:7: the function 'rest' can end without 'return'", "a.vert:2:19: 'oops' is not declared",
      ])
  }

  @Test("The source that is too large is named") func sizesOfBothSources() {
    let space = String(repeating: " ", count: FrontEnd.sizeLimit)
    let fragment = "varying float v; void main() { gl_FragColor = vec4(v); }"
    let vertex = "varying float v; void main() { v = 1.0; }"
    for (own, other, file) in [(fragment + space, vertex, "a.frag"), (fragment, vertex + space, "a.vert")] {
      let error = #expect(throws: ShaderError.self) {
        try FrontEnd.check(own, file: "a.frag", vertex: (other, "a.vert"))
      }
      #expect(
        error?.diagnostics.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } == [
          "\(file):1:1: the source is larger than 1048576 bytes"
        ])
    }
  }

  @Test(
    "A vertex shader is not checked after errors in the fragment shader or in its own directives",
    arguments: [
      ("v + oops", "varying float v; void main() { v = nothing; }", "a.frag:1: 'oops' is not declared"),
      ("v", "#error no\nvarying float v; void main() { v = ; }", "a.vert:1: #error: no"),
      // The vertex shader's own version decides which words are reserved.
      (
        "v", "#version 300 es\nout float v; void main() { float sample; v = 1.0; }",
        "a.vert:2: 'sample' is a reserved word and cannot be a name"
      ),
    ])
  func errorsBeforeAVertexShader(color: String, vertex: String, message: String) {
    let source = "varying float v; void main() { gl_FragColor = vec4(\(color)); }"
    let error = #expect(throws: ShaderError.self) {
      try FrontEnd.check(source, file: "a.frag", vertex: (vertex, "a.vert"))
    }
    #expect(error?.diagnostics.map { "\($0.file):\($0.line): \($0.message)" } == [message])
  }

  @Test func damagedShadersAreErrorsOrRun() {
    var generator = SeededGenerator(31)
    var (valid, wrong, slowest) = (0, 0, 0.0)
    for _ in 0..<FrontEndTests.rounds {
      let source = FrontEndTests.damage(
        samples.randomElement(using: &generator) ?? "", samples.randomElement(using: &generator) ?? "",
        using: &generator)
      slowest = max(
        slowest,
        processorTime {
          do {
            let shader = try FrontEnd.check(source, file: "fuzz")
            valid += 1
            do {
              _ = try FrontEndTests.run(shader, stepLimit: 1000)
            } catch ReferenceEvaluator.Failure.endless {
            } catch {
              Issue.record("\(error) in\n\(source)")
            }
          } catch let error as ShaderError {
            wrong += 1
            let errors = error.diagnostics.filter { $0.severity == .error }
            #expect(!errors.isEmpty && errors.count <= 20 && !error.description.isEmpty)
          } catch {
            Issue.record(error)
          }
        })
    }
    #expect(
      valid > FrontEndTests.rounds / 100 && wrong > FrontEndTests.rounds / 2, "\(valid) valid, \(wrong) wrong"
    )
    #expect(slowest < 2)
  }

  private static func run(_ shader: CheckedShader, stepLimit: Int) throws -> [Double] {
    var evaluator = ReferenceEvaluator(shader)
    evaluator.stepLimit = stepLimit
    evaluator.progress = 0.3
    evaluator.from = { u, v in [u, v, 0, 1] }
    evaluator.to = { u, v in [0, u, v, 1] }
    for parameter in shader.parameters where parameter.type.isSampler {
      evaluator.textures[parameter.name] = ReferenceTexture(width: 4, height: 4) { u, v in [u, v, 0.5, 1] }
    }
    return shader.kind == .transition ? try evaluator.color(u: 0.3, v: 0.7) : try evaluator.color()
  }

  @Test(arguments: HostileSource.all) func limits(hostile: HostileSource) {
    let seconds = processorTime { #expect((1...20).contains(errors(hostile.source).count)) }
    #expect(seconds < 2)
  }

  /// Nesting just within the limit also runs.
  @Test func nestingWithinTheLimitRuns() throws {
    let depth = 120
    #expect(try evaluate("\(repeated("(", 55))1.0\(repeated(")", 55))") == [1])
    #expect(try evaluate("1.0\(repeated(" + 1.0", depth))") == [Double(depth) + 1])
    #expect(try evaluate("\(repeated("- ", depth))1.0") == [1])
    #expect(
      try evaluate("a", after: "float a = 1.0; \(repeated("{", depth)) a = 2.0; \(repeated("}", depth))") == [
        2
      ])
  }
}
