/// Collects the diagnostics of one shader.
package final class DiagnosticSink {
  /// The maximum number of reported errors.
  static let errorLimit = 20

  private(set) var source: SourceText
  private(set) var diagnostics: [ShaderError.Diagnostic] = []
  private var errors = 0

  package init(_ source: SourceText) { self.source = source }

  package var hasErrors: Bool { errors > 0 }

  /// Appends the text of an included file; returns its range.
  func include(_ text: String, file: String) -> Range<Int> { source.append(text, file: file) }

  /// Whether the limit of errors is reached, so that the check can stop.
  var isFull: Bool { errors >= DiagnosticSink.errorLimit }

  package func error(_ message: String, at offset: Int) { error(message, at: source.location(of: offset)) }

  package func error(_ message: String, at location: SourcePosition) {
    if !isFull {
      let error = diagnostic(.error, message, location)
      // Drops a repeated error: the type of a declaration is checked once for each of its names.
      if diagnostics.contains(error) { return }
      diagnostics.append(error)
    }
    errors += 1
  }

  /// Reports an error that ends the check.
  func stop(_ message: String, at offset: Int) {
    error(message, at: offset)
    errors = max(errors, DiagnosticSink.errorLimit)
  }

  func warning(_ message: String, at offset: Int) { warning(message, at: source.location(of: offset)) }

  func warning(_ message: String, at location: SourcePosition) {
    diagnostics.append(diagnostic(.warning, message, location))
  }

  private func diagnostic(
    _ severity: ShaderError.Diagnostic.Severity, _ message: String, _ location: SourcePosition
  ) -> ShaderError.Diagnostic {
    let origin = source.origin(ofLine: location.line)
    return ShaderError.Diagnostic(
      file: origin.file, line: origin.line, column: location.column, severity: severity, message: message,
      sourceLine: source.line(location.line))
  }

  /// The diagnostics in the order of the source.
  package var sorted: [ShaderError.Diagnostic] { DiagnosticSink.sorted(diagnostics) }

  package static func sorted(_ diagnostics: [ShaderError.Diagnostic]) -> [ShaderError.Diagnostic] {
    diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
  }
}

/// Ends the current statement after a reported error; the parser and the checker continue with the next
/// statement.
struct Recovery: Error {}
