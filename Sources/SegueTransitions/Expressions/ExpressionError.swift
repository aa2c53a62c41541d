public import FoundationEssentials
import SegueRendering

/// An error in an expression, with its position.
public struct ExpressionError: Error, Hashable {
  /// The error: one sentence without a full stop, on one line.
  public let message: String
  /// The expression.
  public let text: String
  /// The position of the error: a character, counted from 1; one past the last if something is missing at the
  /// end.
  public let column: Int

  init(_ message: String, in text: String, column: Int) {
    (self.message, self.text, self.column) = (message, text, column)
  }

  /// The error with the name of the parameter.
  func named(_ parameter: String) -> ExpressionError {
    ExpressionError("\(parameter): \(message)", in: text, column: column)
  }

  /// The message and the position on one line.
  package var line: String {
    text.isEmpty ? message : "\(message) (at character \(column) of '\(text.prefix(80))')"
  }

  /// The expression with a caret under the position.
  package var excerpt: String { sourceExcerpt(text, column: column) }
}

extension ExpressionError: LocalizedError, CustomStringConvertible {
  /// The message, followed by lines with the expression and a caret.
  public var description: String { text.isEmpty ? message : "\(message)\n\(excerpt)" }

  /// The description.
  public var errorDescription: String? { description }
}
