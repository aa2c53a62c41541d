/// Reads a shader's source: text to typed tree, or to what is wrong with it.
package enum FrontEnd {
  /// Bytes of a source, at most.
  package static let sizeLimit = 1 << 20

  /// Checks a shader: a transition after the GL Transition Specification v1, a fragment shader with `main`, or an effect
  /// or blend of Segue's own form.
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

    let functions = declarations.compactMap { if case .function(let function) = $0 { function } else { nil } }
    guard let kind = EntryPoint.kind(of: functions) else {
      sink.error(
        "there is no 'vec4 transition(vec2 uv)', 'void main()', 'vec4 effect(vec4 color)', 'vec4 effect(vec2 uv)' or 'vec4 blend(vec4 base, vec4 overlay)'",
        at: 0)
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
      source: sink.source, kind: kind, variables: variables,
      functions: functions.compactMap(\.definition),
      entryPoint: entry.id, globals: globals, parameters: self.parameters, inputs: inputs, used: used,
      output: output,
      header: header, warnings: sink.sorted)
  }
}
