public import SegueErrors
public import SegueFiles
public import SeguePixels

/// An error in a storyboard.
public struct StoryboardError: SegueError, Hashable {
  /// The kind of error.
  ///
  /// Its name begins with `storyboard`, or with `file` if the storyboard cannot be read.
  public let code: ErrorCode
  /// The file that is unreadable or missing, or else the storyboard's file; nil for a storyboard built in
  /// code.
  public let file: String?
  /// The position in the storyboard; nil for a storyboard that cannot be read.
  public let place: Place?
  /// The fault, without its position.
  public let reason: String

  /// The error in one line, with file, line and key.
  public var message: String { place.map { "\($0): \(reason)" } ?? reason }

  /// The line in the storyboard's file, from 1; nil for a storyboard that cannot be read or was built in
  /// code.
  public var line: Int? { place.flatMap { $0.line > 0 ? $0.line : nil } }

  private init(_ code: ErrorCode, _ reason: String, at place: Place?, file: String?) {
    (self.code, self.reason, self.place) = (code, reason, place)
    self.file = file?.isEmpty == true ? nil : file
  }

  /// The storyboard's file, or a file that the storyboard names, cannot be read.
  public static func unreadable(_ error: FileError) -> Self {
    Self(error.code, error.message, at: nil, file: error.file)
  }

  /// An image, a shader or another file to which the storyboard refers is missing.
  public static func missingFile(_ file: String, at place: Place) -> Self {
    Self(.storyboardMissingFile, "\(file): no such file", at: place, file: file)
  }

  /// The frame has more pixels than the limit.
  public static func tooLarge(_ size: PixelSize, limit: Int, at place: Place) -> Self {
    Self(.storyboardTooLarge, "\(size) is more than \(limit) pixels", at: place, file: place.file)
  }

  /// A value is not valid.
  public static func invalid(_ reason: String, at place: Place) -> Self {
    Self(.storyboardInvalid, reason, at: place, file: place.file)
  }

  /// A position in a storyboard: file, line, and path of keys.
  public struct Place: Hashable, Sendable {
    /// The file; empty for a storyboard made in code.
    public let file: String
    /// The line, numbered from 1; 0 for a storyboard made in code.
    public let line: Int
    /// The path of keys to the value, such as `steps[3].transition`, with steps counted from 0; empty for the
    /// whole file.
    public let key: String

    /// Makes a position in a file.
    public init(file: String, line: Int, key: String) {
      self.file = file
      self.line = line
      self.key = key
    }

    /// Makes a position in a storyboard that was built in code.
    init(key: String) { self.init(file: "", line: 0, key: key) }
  }
}

extension StoryboardError.Place: CustomStringConvertible {
  /// The position as text, such as `flow.yaml:12: steps[3].transition`; only the key if there is no file.
  public var description: String {
    file.isEmpty ? key : "\(file):\(line)" + (key.isEmpty ? "" : ": \(key)")
  }
}

/// Shortens a text for an error message if the text has more than 80 bytes.
package func shortened(_ text: String) -> String {
  text.utf8.count <= 80 ? text : "\(text.prefix(60))… (\(text.utf8.count) bytes)"
}
