public import FoundationEssentials
public import SystemPackage

/// What names a file: a path as a `String` or `FilePath`, or a `URL`.
public protocol FileLocation {
  /// The path on this machine.
  ///
  /// - Throws: `FileError` for a URL of another scheme.
  func filePath() throws(FileError) -> String
}

extension String: FileLocation {
  /// The text itself.
  public func filePath() -> String { self }
}

extension URL: FileLocation {
  /// The path of a file's URL.
  public func filePath() throws(FileError) -> String {
    guard isFileURL else { throw .unreadable(file: absoluteString, reason: "it is no file of this machine") }
    return path(percentEncoded: false)
  }
}

extension FilePath: FileLocation {
  /// The path as text.
  public func filePath() -> String { string }
}
