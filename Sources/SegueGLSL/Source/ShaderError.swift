public import SegueErrors

/// The errors of a shader that does not compile.
///
///     do {
///       _ = try Shader(contentsOf: "fade.glsl")
///     } catch let error as ShaderError {
///       for diagnostic in error.diagnostics { print(diagnostic) }
///     }
public struct ShaderError: SegueError, Hashable {
  /// The diagnostics in the order of the source: at least one error, perhaps warnings.
  public let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The code `shader.invalid`.
  public var code: ErrorCode { .shaderInvalid }

  /// The file of the first diagnostic.
  public var file: String? { diagnostics.first?.file }

  /// The line of the first error.
  public var line: Int? { diagnostics.first { $0.severity == .error }?.line }

  /// The file, the position and the message of the first error, and the number of errors if there are
  /// several.
  public var message: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return summary }
    let rest = errors.count == 1 ? "" : "; \(errors.count) errors in all"
    return "\(first.file):\(first.line):\(first.column): \(first.message)\(rest)"
  }

  /// The file and the number of errors, for output that also has the diagnostics.
  package var summary: String {
    let count = diagnostics.count { $0.severity == .error }
    return "\(file ?? "the shader"): \(count == 1 ? "an error" : "\(count) errors")"
  }

  /// All diagnostics in the form used by compilers.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
