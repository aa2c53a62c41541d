public import FoundationEssentials

/// A shader that does not compile.
///
///     do {
///       _ = try Shader(contentsOf: "fade.glsl")
///     } catch let error as ShaderError {
///       for diagnostic in error.diagnostics { print(diagnostic) }
///     }
public struct ShaderError: Error, Hashable {
  /// What is wrong, in the order of the source: at least one error, perhaps warnings.
  public let diagnostics: [Shader.Diagnostic]
}

extension ShaderError: LocalizedError, CustomStringConvertible {
  /// All diagnostics, as compilers print them.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }

  /// The description.
  public var errorDescription: String? { description }
}
