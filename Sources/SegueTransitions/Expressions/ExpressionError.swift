public import FoundationEssentials
import SegueRendering

/// What is wrong with an expression, and where.
public struct ExpressionError: Error, Hashable {
  /// What is wrong: one sentence without a full stop, on one line.
  public let message: String
  /// The expression.
  public let text: String
  /// Where it is wrong: a character, counted from 1; one past the last where something is missing at the end.
  public let column: Int

  init(_ message: String, in text: String, column: Int) {
    (self.message, self.text, self.column) = (message, text, column)
  }

  /// The same, with the parameter that was to have the value.
  func named(_ parameter: String) -> ExpressionError {
    ExpressionError("\(parameter): \(message)", in: text, column: column)
  }

  /// The message and the place on one line.
  package var line: String {
    text.isEmpty ? message : "\(message) (at character \(column) of '\(text.prefix(80))')"
  }

  /// The expression with a caret under the place.
  package var excerpt: String { sourceExcerpt(text, column: column) }
}

extension ExpressionError: LocalizedError, CustomStringConvertible {
  /// The message; and the expression with a caret under the place, on lines of their own.
  public var description: String { text.isEmpty ? message : "\(message)\n\(excerpt)" }

  /// The description.
  public var errorDescription: String? { description }
}
