public import FoundationEssentials

/// An error in reading or writing a file; each case names the file.
///
///     do {
///       try frame.write(to: "frame.png")
///     } catch FileError.exists(let file) {
///       print("\(file) is there already")
///     }
public enum FileError: Error, Hashable {
  /// The file does not exist.
  case missing(file: String)
  /// The file exists, but cannot be opened or read.
  case unreadable(file: String, reason: String)
  /// The file has more bytes than the limit.
  case tooLarge(file: String, limit: Int)
  /// The file is not a text in UTF-8, or exceeds the limit for texts.
  case notText(file: String, reason: String)
  /// The file or its folder cannot be created.
  case cannotCreate(file: String, reason: String)
  /// The file exists, and may not be replaced.
  case exists(file: String)
  /// A hidden partial file of a killed run prevents writing.
  case leftover(file: String, partial: String)
  /// Another process is writing the file.
  case busy(file: String)
  /// Writing failed, because the disk is full or the reader of a pipe has closed it.
  case writeFailed(file: String, reason: String)
}

extension FileError {
  /// The name of the file, as the caller gave it.
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
  /// One sentence without a full stop, with the file and the fault.
  ///
  /// Bytes of the name that are not UTF-8 appear as `\xE9`.
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

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
