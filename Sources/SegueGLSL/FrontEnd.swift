import SeguePixels

/// The compiler's front end: from source text to a typed tree, or to diagnostics.
package enum FrontEnd {
  /// The largest size of a source, in bytes.
  package static let sizeLimit = 1 << 20

  /// Checks a shader: a transition of the GL Transition Specification v1, a fragment shader with `main`, or
  /// an effect or blend in Segue's own form.
  ///
  ///     let shader = try FrontEnd.check(source, file: "fade.glsl")
  ///
  /// The language is GLSL ES 1.00 with most of 3.00 and the implicit conversions of desktop GLSL. The check
  /// takes about a millisecond for a hundred lines, and does not trap for any source.
  ///
  /// `vertex` is the matching vertex shader, and its file. `before` has sources to insert before this source,
  /// with their files; `include` reads the file that an `#include` names.
  package static func check(
    _ source: String, file: String, vertex: (source: String, file: String)? = nil,
    before: [(source: String, file: String)] = [], include: ((String) -> String?)? = nil
  ) throws(ShaderError) -> CheckedShader {
    let sink = try sink(source, file, before)
    let vertexSink = try vertex.map { (vertex) throws(ShaderError) in
      try self.sink(vertex.source, vertex.file, [])
    }
    // Runs on a large stack, since a long chain of operators makes a tree as deep as the chain is long.
    let shader = onLargeStack { check(sink, vertexSink, include) }
    guard let shader, !sink.hasErrors else {
      throw ShaderError(diagnostics: sink.sorted + (vertexSink?.sorted ?? []))
    }
    return shader
  }

  private static func sink(
    _ source: String, _ file: String, _ before: [(source: String, file: String)]
  ) throws(ShaderError) -> DiagnosticSink {
    let text = SourceText(source, file: file, before: before)
    guard text.bytes.count <= sizeLimit else {
      let sink = DiagnosticSink(SourceText("", file: file))
      sink.error("the source is larger than \(sizeLimit) bytes", at: 0)
      throw ShaderError(diagnostics: sink.sorted)
    }
    return DiagnosticSink(text)
  }

  /// Checks a shader; returns nil only after an error.
  private static func check(
    _ sink: DiagnosticSink, _ vertexSink: DiagnosticSink?, _ include: Includes.Reader?
  ) -> CheckedShader? {
    let lexer = Lexer(sink.source)
    let macros = lexer.names("mainImage") ? ShaderHost.shadertoyMacros : [:]
    var preprocessor = Preprocessor(lexer, macros: macros, include: include, sink)
    let tokens = preprocessor.run()
    guard !sink.hasErrors else { return nil }
    var parser = Parser(tokens, version: preprocessor.version, sink)
    let own = parser.shader()
    guard !sink.hasErrors else { return nil }

    let vertexTokens = vertexSink.map { Lexer($0.source).tokens } ?? []
    let clues = SourceClues(own, tokens + vertexTokens, preprocessor.comments, sink)
    let host = ShaderHost.of(clues)
    guard !sink.hasErrors else { return nil }
    let isDeclared = clues.variables.keys
    let inputs = Set(clues.inputs).intersection(host.vertexInputs)
    let before = declarations(host.before, sink).filter { declaration in
      switch declaration {
      case .function(let function): !clues.functions.contains(function.name)
      case .variables(let syntax):
        // Keeps the host's declarations of its inputs even if the source also declares them: functions of the
        // host read these inputs.
        !syntax.declarators.contains { isDeclared.contains($0.name) && !inputs.contains($0.name) }
      case .structure, .block: true
      }
    }
    let all = before + own + declarations(host.behind, sink)
    let functions = all.compactMap { if case .function(let function) = $0 { function } else { nil } }
    guard let kind = EntryPoint.kind(of: functions) else {
      sink.error(
        "there is no 'vec4 transition(vec2 uv)', 'void main()', 'void mainImage(out vec4 color, in vec2 pixel)', 'vec4 effect(vec4 color)', 'vec4 effect(vec2 uv)' or 'vec4 blend(vec4 base, vec4 overlay)'",
        at: 0)
      return nil
    }
    var checker = Checker(kind, host, comments: preprocessor.comments, sink)
    checker.check(all, naming: clues.identifiers)
    var vertex: VertexStage?
    if let vertexSink {
      guard !sink.hasErrors else { return nil }
      vertex = stage(vertexSink, host, include, &checker)
      if vertex == nil { return nil }
    }
    checker.checkInputs(vertex)
    let header = ShaderHeader(lexer.comments, before: lexer.tokens[0].offset, in: sink.source)
    let names = host.knowsSizesOfPictures ? lexer.tokens.compactMap(\.name) : []
    return checker.shader(
      header: host.header ?? header, vertex, macros: Set(names), warnings: vertexSink?.sorted ?? [])
  }

  /// Checks a vertex shader; nil after an error.
  private static func stage(
    _ sink: DiagnosticSink, _ host: ShaderHost, _ include: Includes.Reader?, _ checker: inout Checker
  ) -> VertexStage? {
    var preprocessor = Preprocessor(Lexer(sink.source), include: include, sink)
    let tokens = preprocessor.run()
    var parser = Parser(tokens, version: preprocessor.version, sink)
    parser.isVertex = true
    let own = sink.hasErrors ? [] : parser.shader()
    guard !sink.hasErrors else { return nil }
    return checker.vertexStage(
      declarations(host.beforeVertex, sink, isVertex: true) + own, comments: preprocessor.comments, sink)
  }

  /// Returns the declarations that a host adds to a source.
  private static func declarations(
    _ text: String, _ sink: DiagnosticSink, isVertex: Bool = false
  ) -> [DeclarationSyntax] {
    guard !text.isEmpty else { return [] }
    var parser = Parser(Lexer(SourceText(text, file: "")).tokens.map(\.placeless), sink)
    parser.isVertex = isVertex
    return parser.shader()
  }
}

extension Checker {
  /// Returns the typed tree of the checked source; nil after errors.
  fileprivate func shader(
    header: ShaderHeader, _ vertex: VertexStage?, macros: Set<String>, warnings: [ShaderError.Diagnostic]
  ) -> CheckedShader? {
    let entry = functions.first { function in
      function.name == kind.function && function.parameters.allSatisfy { $0.direction == .in }
        && kind.forms.contains {
          $0.parameters == function.parameters.map(\.type) && $0.result == function.result
        }
    }
    guard let entry else {
      if let other = functions.first(where: { $0.name == kind.function }) {
        let forms = kind.forms.map { "'\($0.text)'" }
        sink.error("this must be \(forms.alternatives)", at: other.offset)
      }
      return nil
    }
    guard !sink.hasErrors else { return nil }
    return CheckedShader(
      source: sink.source, kind: kind, host: host, variables: variables,
      functions: functions.compactMap(\.definition),
      entryPoint: entry.id, globals: globals, parameters: self.parameters, inputs: inputs, used: used,
      macros: macros, usesDerivatives: usesDerivatives, usesLevels: usesLevels, output: output,
      header: header, vertex: vertex, passes: passes, warnings: sink.sorted + warnings)
  }
}
