public import FoundationEssentials

/// Reports why a file could not be read or written; each case names the file.
///
///     do {
///       try frame.write(to: "frame.png")
///     } catch FileError.exists(let file) {
///       print("\(file) is there already")
///     }
public enum FileError: Error, Hashable {
  /// The file does not exist.
  case missing(file: String)
  /// The file exists but cannot be opened or read.
  case unreadable(file: String, reason: String)
  /// The file exceeds the limit in bytes.
  case tooLarge(file: String, limit: Int)
  /// The bytes are no text, or exceed the limit of a text.
  case notText(file: String, reason: String)
  /// The file or its folder cannot be created.
  case cannotCreate(file: String, reason: String)
  /// The file exists, and replacing it was not allowed.
  case exists(file: String)
  /// A killed run left a hidden partial file, which is in the way.
  case leftover(file: String, partial: String)
  /// Another run is writing the file.
  case busy(file: String)
  /// Writing failed: the disk is full, or the reader of a pipe is gone.
  case writeFailed(file: String, reason: String)
}

extension FileError {
  /// The file, as the caller named it.
  public var file: String {
    switch self {
    case .missing(let file), .unreadable(let file, _), .tooLarge(let file, _), .notText(let file, _),
      .cannotCreate(let file, _), .exists(let file), .leftover(let file, _), .busy(let file),
      .writeFailed(let file, _):
      file
    }
  }
}

extension FileError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop: the file and the fault, with bytes of the name that are not UTF-8 as
  /// `\xE9`.
  public var description: String { FileName.shown(sentence) }

  private var sentence: String {
    switch self {
    case .missing(let file): "\(file): no such file"
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .tooLarge(let file, let limit): "\(file): more than \(limit) bytes"
    case .notText(let file, let reason): "\(file): not supported: \(reason)"
    case .cannotCreate(let file, let reason): "\(file): cannot be created: \(reason)"
    case .exists(let file): "\(file): exists already"
    case .leftover(let file, let partial):
      "\(file): \(partial) is in the way: a run that was killed left it"
    case .busy(let file): "\(file): another run is writing it"
    case .writeFailed(let file, let reason): "\(file): writing failed: \(reason)"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
