public import FoundationEssentials
public import SegueFiles

/// Why a storyboard cannot be rendered.
public enum StoryboardError: Error, Hashable {
  /// The file itself cannot be read.
  case unreadable(FileError)
  /// A file that it names, an image or a shader, is not there.
  case missingFile(String, at: Place)
  /// What it says is wrong.
  case invalid(String, at: Place)

  /// Where in a storyboard something stands.
  public struct Place: Hashable, Sendable {
    /// The file.
    public let file: String
    /// The line, numbered from 1.
    public let line: Int
    /// The way to the value, such as `steps[3].transition`; steps are numbered from 0. Empty: the whole file.
    public let key: String

    /// Names a place.
    public init(file: String, line: Int, key: String) {
      self.file = file
      self.line = line
      self.key = key
    }
  }
}

extension StoryboardError: LocalizedError, CustomStringConvertible {
  /// One line: file, line, key and what is wrong.
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .missingFile(let file, let place): "\(place): \(file): no such file"
    case .invalid(let reason, let place): "\(place): \(reason)"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension StoryboardError.Place: CustomStringConvertible {
  /// The form `flow.yaml:12: steps[3].transition`.
  public var description: String { "\(file):\(line)" + (key.isEmpty ? "" : ": \(key)") }
}
