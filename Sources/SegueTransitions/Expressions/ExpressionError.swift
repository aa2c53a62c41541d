public import SegueErrors
import SegueRendering

/// A syntax error in an expression, with its position.
public struct ExpressionError: SegueError, Hashable {
  /// The message: one sentence without a final period, on one line.
  public let message: String
  /// The expression.
  public let text: String
  /// The column of the error in characters, counted from 1; the column after the last character if something
  /// is missing at the end.
  public let column: Int

  init(_ message: String, in text: String, column: Int) {
    (self.message, self.text, self.column) = (message, text, column)
  }

  /// Returns the error with the name of a parameter before the message.
  func named(_ parameter: String) -> ExpressionError {
    ExpressionError("\(parameter): \(message)", in: text, column: column)
  }

  /// The message and the position in one line.
  package var line: String {
    text.isEmpty ? message : "\(message) (at character \(column) of '\(text.prefix(80))')"
  }

  /// The expression, and below it a caret at the position.
  package var excerpt: String { sourceExcerpt(text, column: column) }

  /// The code `formula.invalid`.
  public var code: ErrorCode { .formulaInvalid }

  /// The message, the expression, and a caret at the position, on separate lines.
  public var description: String { text.isEmpty ? message : "\(message)\n\(excerpt)" }
}
