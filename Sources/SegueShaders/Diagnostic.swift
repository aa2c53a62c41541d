/// A place in a shader's source.
package struct SourceLocation: Hashable, Sendable, Comparable {
  /// Line, counted from 1.
  package var line: Int
  /// Column in characters, counted from 1.
  package var column: Int

  /// Makes a place from its line and column, both counted from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// Something a shader's author should know, and where.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The shader cannot be rendered.
    case error
    /// The shader can be rendered, but probably not as meant.
    case warning
  }

  /// The name of the file, as it was given.
  public let file: String
  /// Line, counted from 1.
  public let line: Int
  /// Column in characters, counted from 1.
  public let column: Int
  /// How much it matters.
  public let severity: Severity
  /// What is wrong and what was expected: one line without a full stop.
  public let message: String
  /// The line of the source, without its line break.
  public let sourceLine: String
}

/// A shader that does not compile.
public struct ShaderError: Error, Hashable, Sendable {
  /// What is wrong, in the order of the source: at least one error, perhaps warnings.
  public let diagnostics: [Diagnostic]
}
