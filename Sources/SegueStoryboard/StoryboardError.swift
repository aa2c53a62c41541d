public import FoundationEssentials
public import SegueFiles
public import SeguePixels

/// Why a storyboard cannot be rendered.
public enum StoryboardError: Error, Hashable {
  /// The file itself cannot be read.
  case unreadable(FileError)
  /// A file that it names, an image or a shader, is not there.
  case missingFile(String, at: Place)
  /// The frame has more pixels than the limit.
  case tooLarge(PixelSize, limit: Int, at: Place)
  /// What it says is wrong.
  case invalid(String, at: Place)

  /// Where in a storyboard something stands.
  public struct Place: Hashable, Sendable {
    /// The file; empty where the storyboard is made in code.
    public let file: String
    /// The line, numbered from 1; 0 where the storyboard is made in code.
    public let line: Int
    /// The way to the value, such as `steps[3].transition`, steps numbered from 0; empty: the whole file.
    public let key: String

    /// Names a place.
    public init(file: String, line: Int, key: String) {
      self.file = file
      self.line = line
      self.key = key
    }

    /// Names a place of a storyboard that is made in code.
    init(key: String) { self.init(file: "", line: 0, key: key) }
  }
}

extension StoryboardError {
  /// The file that cannot be read or is not there, else the storyboard's own; empty where that is made in code.
  public var file: String {
    switch self {
    case .unreadable(let error): error.file
    case .missingFile(let file, _): file
    case .tooLarge(_, _, let place), .invalid(_, let place): place.file
    }
  }
}

extension StoryboardError: LocalizedError, CustomStringConvertible {
  /// One line: file, line, key and what is wrong.
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .missingFile(let file, let place): "\(place): \(file): no such file"
    case .tooLarge(let size, let limit, let place): "\(place): \(size) is more than \(limit) pixels"
    case .invalid(let reason, let place): "\(place): \(reason)"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension StoryboardError.Place: CustomStringConvertible {
  /// The form `flow.yaml:12: steps[3].transition`, or the key alone where there is no file.
  public var description: String {
    file.isEmpty ? key : "\(file):\(line)" + (key.isEmpty ? "" : ": \(key)")
  }
}
