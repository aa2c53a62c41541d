public import FoundationEssentials
public import SegueFiles
public import SeguePixels

/// An error in a storyboard.
public enum StoryboardError: Error, Hashable {
  /// A file cannot be read.
  case unreadable(FileError)
  /// An image or a shader to which the storyboard refers is missing.
  case missingFile(String, at: Place)
  /// The frame has more pixels than the limit.
  case tooLarge(PixelSize, limit: Int, at: Place)
  /// A value is not valid.
  case invalid(String, at: Place)

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

extension StoryboardError {
  /// The file that is unreadable or missing, or else the storyboard's file; empty for a storyboard built in
  /// code.
  public var file: String {
    switch self {
    case .unreadable(let error): error.file
    case .missingFile(let file, _): file
    case .tooLarge(_, _, let place), .invalid(_, let place): place.file
    }
  }
}

extension StoryboardError: LocalizedError, CustomStringConvertible {
  /// The error in one line, with file, line and key.
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .missingFile(let file, let place): "\(place): \(file): no such file"
    case .tooLarge(let size, let limit, let place): "\(place): \(size) is more than \(limit) pixels"
    case .invalid(let reason, let place): "\(place): \(reason)"
    }
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}

extension StoryboardError.Place: CustomStringConvertible {
  /// The position as text, such as `flow.yaml:12: steps[3].transition`; without a file, the key alone.
  public var description: String {
    file.isEmpty ? key : "\(file):\(line)" + (key.isEmpty ? "" : ": \(key)")
  }
}
