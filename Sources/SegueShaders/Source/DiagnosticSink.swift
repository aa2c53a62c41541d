/// Collects the diagnostics of one shader.
final class DiagnosticSink {
  /// More errors than these are not reported: whoever has so many errors has one cause.
  static let errorLimit = 20

  private(set) var source: SourceText
  private(set) var diagnostics: [Shader.Diagnostic] = []
  private var errors = 0

  init(_ source: SourceText) { self.source = source }

  var hasErrors: Bool { errors > 0 }

  /// Puts a file that the source includes behind it, and says where it stands.
  func include(_ text: String, file: String) -> Range<Int> { source.append(text, file: file) }

  /// Whether there is no room for more errors, so that looking for them is idle.
  var isFull: Bool { errors >= DiagnosticSink.errorLimit }

  func error(_ message: String, at offset: Int) { error(message, at: source.location(of: offset)) }

  func error(_ message: String, at location: SourcePosition) {
    if !isFull {
      let error = diagnostic(.error, message, location)
      // The type of a line is checked with each of its names.
      if diagnostics.contains(error) { return }
      diagnostics.append(error)
    }
    errors += 1
  }

  /// Reports an error after which there is no sense in looking for others.
  func stop(_ message: String, at offset: Int) {
    error(message, at: offset)
    errors = max(errors, DiagnosticSink.errorLimit)
  }

  func warning(_ message: String, at offset: Int) { warning(message, at: source.location(of: offset)) }

  func warning(_ message: String, at location: SourcePosition) {
    diagnostics.append(diagnostic(.warning, message, location))
  }

  private func diagnostic(
    _ severity: Shader.Diagnostic.Severity, _ message: String, _ location: SourcePosition
  ) -> Shader.Diagnostic {
    let origin = source.origin(ofLine: location.line)
    return Shader.Diagnostic(
      file: origin.file, line: origin.line, column: location.column, severity: severity, message: message,
      sourceLine: source.line(location.line))
  }

  /// What was collected, in the order of the source.
  var sorted: [Shader.Diagnostic] { DiagnosticSink.sorted(diagnostics) }

  static func sorted(_ diagnostics: [Shader.Diagnostic]) -> [Shader.Diagnostic] {
    diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
  }
}

/// Thrown after an error was reported, to give up the statement it stands in: the parser and the checker recover at
/// the next one.
struct Recovery: Error {}
