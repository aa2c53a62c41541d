public import FoundationEssentials

/// An error of the library: each domain, such as files or images, has a struct that conforms to this
/// protocol.
///
///     do {
///       _ = try Bitmap(contentsOf: "photo.png")
///     } catch let error as any SegueError where error.isCallersFault {
///       print(error.code, error.message)
///     }
public protocol SegueError: LocalizedError, CustomStringConvertible {
  /// The kind of error, with a name that is the same in all versions.
  var code: ErrorCode { get }
  /// One sentence without a final period, on one line, that names the file and the fault.
  ///
  /// Bytes of a file name that are not UTF-8 are escaped, for example as `\xE9`.
  var message: String { get }
  /// The file concerned, as the caller named it; nil for none.
  var file: String? { get }
  /// The line of the error in a file or text, from 1; nil for none.
  var line: Int? { get }
}

extension SegueError {
  /// Nil by default, for errors that concern no file.
  public var file: String? { nil }

  /// Nil by default, for errors that have no line.
  public var line: Int? { nil }

  /// Whether the request, rather than the machine, has to change before the call can succeed; `code`
  /// determines this.
  public var isCallersFault: Bool { code.isCallersFault }

  /// The message by default; for errors in shaders and formulas, several lines that also show positions.
  public var description: String { message }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
