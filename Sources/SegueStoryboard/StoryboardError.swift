public import FoundationEssentials
public import SegueFiles
public import SeguePixels

/// The reason why a storyboard cannot be rendered.
public enum StoryboardError: Error, Hashable {
  /// The file cannot be read.
  case unreadable(FileError)
  /// An image or a shader that the file names is missing.
  case missingFile(String, at: Place)
  /// The frame has more pixels than the limit.
  case tooLarge(PixelSize, limit: Int, at: Place)
  /// The content is wrong.
  case invalid(String, at: Place)

  /// A place in a storyboard.
  public struct Place: Hashable, Sendable {
    /// The file; empty for a storyboard made in code.
    public let file: String
    /// The line, numbered from 1; 0 for a storyboard made in code.
    public let line: Int
    /// The path to the value, such as `steps[3].transition`, with steps numbered from 0; empty for the whole
    /// file.
    public let key: String

    /// Names a place in a file.
    public init(file: String, line: Int, key: String) {
      self.file = file
      self.line = line
      self.key = key
    }

    /// Names a place of a storyboard made in code.
    init(key: String) { self.init(file: "", line: 0, key: key) }
  }
}

extension StoryboardError {
  /// The unreadable or missing file, else the storyboard's own; empty for a storyboard made in code.
  public var file: String {
    switch self {
    case .unreadable(let error): error.file
    case .missingFile(let file, _): file
    case .tooLarge(_, _, let place), .invalid(_, let place): place.file
    }
  }
}

extension StoryboardError: LocalizedError, CustomStringConvertible {
  /// One line: file, line, key and the error.
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .missingFile(let file, let place): "\(place): \(file): no such file"
    case .tooLarge(let size, let limit, let place): "\(place): \(size) is more than \(limit) pixels"
    case .invalid(let reason, let place): "\(place): \(reason)"
    }
  }

  /// The text of `description`.
  public var errorDescription: String? { description }
}

extension StoryboardError.Place: CustomStringConvertible {
  /// The form `flow.yaml:12: steps[3].transition`, or the key alone without a file.
  public var description: String {
    file.isEmpty ? key : "\(file):\(line)" + (key.isEmpty ? "" : ": \(key)")
  }
}
