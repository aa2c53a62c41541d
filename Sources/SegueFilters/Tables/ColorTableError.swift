public import FoundationEssentials

/// Why something is no table of colors, or no tone curve.
public struct ColorTableError: Error, Hashable {
  /// What is wrong, without a full stop.
  public let reason: String
  /// The line of a text, from 1; nil where it is about no single line.
  public let line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }
}

extension ColorTableError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

  /// The description.
  public var errorDescription: String? { description }
}
