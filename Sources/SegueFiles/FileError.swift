public import SegueErrors

/// An error in reading or writing a file, with the file's name.
///
///     do {
///       try frame.write(to: "frame.png")
///     } catch let error as FileError where error.code == .fileExists {
///       print("there is a file already: \(error)")
///     }
public struct FileError: SegueError, Hashable {
  /// The code of the error, such as `fileMissing`; all codes of this type begin with `file`.
  public let code: ErrorCode
  /// The name of the file or folder, or a description such as `a pipe`; never nil, although `SegueError`
  /// allows nil.
  public let file: String?
  /// The error as one sentence without a final period, which names the file and the fault.
  public let message: String
  /// The reason at the end of the message, such as the system's error text; nil for errors without a reason.
  public let reason: String?

  private init(_ code: ErrorCode, _ file: String, _ fault: String, _ reason: String? = nil) {
    (self.code, self.file, self.reason) = (code, file, reason)
    message = FileName.shown("\(file): \(fault)\(reason.map { ": \($0)" } ?? "")")
  }

  /// The file does not exist.
  public static func missing(file: String) -> Self { Self(.fileMissing, file, "no such file") }

  /// The file exists, but cannot be opened or read.
  public static func unreadable(file: String, reason: String) -> Self {
    Self(.fileUnreadable, file, "cannot be read", reason)
  }

  /// The file has more bytes than the limit.
  public static func tooLarge(file: String, limit: Int) -> Self {
    Self(.fileTooLarge, file, "more than \(limit) bytes")
  }

  /// The file is not a text in UTF-8, or exceeds the limit for texts.
  public static func notText(file: String, reason: String) -> Self {
    Self(.fileNotText, file, "not supported", reason)
  }

  /// The file or its folder cannot be created.
  public static func cannotCreate(file: String, reason: String) -> Self {
    Self(.fileCannotCreate, file, "cannot be created", reason)
  }

  /// The file exists, and may not be replaced.
  public static func exists(file: String) -> Self { Self(.fileExists, file, "exists already") }

  /// A hidden partial file, left by a killed process, prevents writing.
  public static func leftover(file: String, partial: String) -> Self {
    Self(.fileLeftover, file, "\(partial) is in the way, left by a killed run")
  }

  /// Another process is writing the file.
  public static func busy(file: String) -> Self { Self(.fileBusy, file, "another run is writing it") }

  /// Writing failed, for example because the disk is full, or because the reader of a pipe has closed the
  /// pipe.
  public static func writeFailed(file: String, reason: String) -> Self {
    Self(.fileWriteFailed, file, "writing failed", reason)
  }
}
