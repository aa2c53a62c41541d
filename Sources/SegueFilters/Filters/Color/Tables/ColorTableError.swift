public import SegueErrors

/// An error in a color table or a tone curve.
public struct ColorTableError: SegueError, Hashable {
  /// The reason, without a period.
  public let reason: String
  /// The line of the text, from 1; nil for an error that concerns no single line.
  public let line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  /// The code `color-table.invalid`.
  public var code: ErrorCode { .colorTableInvalid }

  /// One sentence without a period, with the line.
  public var message: String { line.map { "line \($0): \(reason)" } ?? reason }
}
