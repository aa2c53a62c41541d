import SegueRendering

extension Shader {
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
}

extension Shader.Diagnostic: CustomStringConvertible {
  /// The form of compilers: `file:line:column: error: message`, the line, and a caret under the place.
  ///
  /// Of a long line only what is around the place; characters a terminal would obey are spaces.
  public var description: String {
    "\(file):\(line):\(column): \(severity): \(message)\n\(sourceExcerpt(sourceLine, column: column))"
  }
}
