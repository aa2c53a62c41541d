public import FoundationEssentials

/// The errors of a shader that does not compile.
///
///     do {
///       _ = try Shader(contentsOf: "fade.glsl")
///     } catch let error as ShaderError {
///       for diagnostic in error.diagnostics { print(diagnostic) }
///     }
public struct ShaderError: Error, Hashable {
  /// The diagnostics in the order of the source: at least one error, perhaps warnings.
  public let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

extension ShaderError: LocalizedError, CustomStringConvertible {
  /// All diagnostics in the form used by compilers.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }

  /// The text of `description`.
  public var errorDescription: String? { description }
}
