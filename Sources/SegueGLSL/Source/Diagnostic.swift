import SegueRendering

extension ShaderError {
  /// A message about a shader's source, with its position.
  public struct Diagnostic: Hashable, Sendable {
    /// The severity of a message.
    public enum Severity: String, Sendable {
      /// The shader cannot be rendered.
      case error
      /// The shader can be rendered, but the result is probably unintended.
      case warning
    }

    /// The file's name, as the caller gave it.
    public let file: String
    /// Line, counted from 1.
    public let line: Int
    /// Column in characters, counted from 1.
    public let column: Int
    /// The severity, which tells whether the shader can be rendered.
    public let severity: Severity
    /// The message: the problem and the expectation, in one line without a period.
    public let message: String
    /// The line of the source, without its line break.
    public let sourceLine: String
  }
}

extension ShaderError.Diagnostic: CustomStringConvertible {
  /// The form used by compilers: `file:line:column: error: message`, the line, and a caret under the column.
  ///
  /// Long lines are cut around the column; control characters become spaces.
  public var description: String {
    "\(file):\(line):\(column): \(severity): \(message)\n\(sourceExcerpt(sourceLine, column: column))"
  }
}
