/// Reads a shader's source: text to typed tree, or to what is wrong with it.
package enum FrontEnd {
  /// Bytes of a source, at most.
  package static let sizeLimit = 1 << 20

  /// Checks a shader: a transition after the GL Transition Specification v1, or a fragment shader with `main`.
  ///
  ///     let shader = try FrontEnd.check(source, file: "fade.glsl")
  ///
  /// The language is GLSL ES 1.00 with most of 3.00 and the implicit conversions of desktop GLSL. Takes about a
  /// millisecond for a hundred lines, and never traps, whatever the source.
  package static func check(_ source: String, file: String) throws(ShaderError) -> CheckedShader {
    guard source.utf8.count <= sizeLimit else {
      let sink = DiagnosticSink(SourceText("", file: file))
      sink.error("the source is larger than \(sizeLimit) bytes", at: 0)
      throw ShaderError(diagnostics: sink.sorted)
    }
    let sink = DiagnosticSink(SourceText(source, file: file))
    let shader = check(sink)
    guard let shader, !sink.hasErrors else { throw ShaderError(diagnostics: sink.sorted) }
    return shader
  }

  /// Nil only after an error.
  private static func check(_ sink: DiagnosticSink) -> CheckedShader? {
    let lexer = Lexer(sink.source)
    var preprocessor = Preprocessor(lexer.tokens, sink)
    let tokens = preprocessor.run()
    guard !sink.hasErrors else { return nil }
    var parser = Parser(tokens, version: preprocessor.version, sink)
    let declarations = parser.shader()
    guard !sink.hasErrors else { return nil }

    let names = declarations.compactMap {
      if case .function(let function) = $0 { function.name } else { nil }
    }
    let kind: CheckedShader.Kind
    if names.contains("main") {
      kind = .fragment
    } else if names.contains("transition") {
      kind = .transition
    } else {
      sink.error("there is neither 'vec4 transition(vec2 uv)' nor 'void main()'", at: 0)
      return nil
    }
    var checker = Checker(kind, comments: lexer.comments, sink)
    checker.check(declarations)
    checker.checkInputs()
    return checker.shader(
      header: ShaderHeader(lexer.comments, before: lexer.tokens[0].offset, in: sink.source))
  }
}

extension Checker {
  /// The typed tree of what was checked; nil after errors.
  fileprivate func shader(header: ShaderHeader) -> CheckedShader? {
    let (name, result, parameters): (String, ShaderType, [ShaderType]) =
      switch kind {
      case .transition: ("transition", .vector(.float, 4), [.vector(.float, 2)])
      case .fragment: ("main", .void, [])
      }
    let entry = functions.first { $0.name == name && $0.parameters.map(\.type) == parameters }
    guard let entry, entry.result == result, entry.parameters.allSatisfy({ $0.direction == .in }) else {
      if let other = functions.first(where: { $0.name == name }) {
        let form = kind == .transition ? "vec4 transition(vec2 uv)" : "void main()"
        sink.error("this must be '\(form)'", at: other.offset)
      }
      return nil
    }
    guard !sink.hasErrors else { return nil }
    return CheckedShader(
      source: sink.source, kind: kind, variables: variables,
      functions: functions.compactMap(\.definition),
      entryPoint: entry.id, globals: globals, parameters: self.parameters, inputs: inputs, used: used,
      output: output,
      header: header, warnings: sink.sorted)
  }
}
