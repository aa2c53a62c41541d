public import FoundationEssentials

/// An error in a color table or a tone curve.
public struct ColorTableError: Error, Hashable {
  /// The reason, without a period.
  public let reason: String
  /// The line of the text, from 1; nil for an error that concerns no single line.
  public let line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }
}

extension ColorTableError: LocalizedError, CustomStringConvertible {
  /// One sentence without a period.
  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

  /// The description.
  public var errorDescription: String? { description }
}
