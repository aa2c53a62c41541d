public import SegueErrors

/// An error in a parameter set by name.
public struct ParameterError: SegueError, Hashable {
  /// The kind of error, whose name begins with `parameter`.
  public let code: ErrorCode
  /// The name of the parameter, as the caller gave it.
  public let parameter: String
  /// The value that is not allowed; nil for other errors.
  public let value: String?
  /// A description of allowed values, for an invalid or a missing one.
  public let expected: String?
  /// The file of an unreadable value; nil for other errors.
  public let file: String?
  /// One sentence without a full stop.
  public let message: String

  private init(
    _ code: ErrorCode, _ parameter: String, value: String? = nil, expected: String? = nil,
    file: String? = nil, _ message: String
  ) {
    (self.code, self.parameter, self.value, self.expected) = (code, parameter, value, expected)
    (self.file, self.message) = (file, message)
  }

  /// The item has no parameter of this name.
  public static func unknown(_ name: String, of owner: String, known: [String]) -> Self {
    Self(
      .parameterUnknown, name,
      known.isEmpty
        ? "\(owner) has no parameters, so '\(name)' cannot be set"
        : "\(owner) has no parameter '\(name)'; it has \(known.joined(separator: ", "))")
  }

  /// The value is not allowed for the parameter.
  public static func invalid(_ value: String, for name: String, expected: String) -> Self {
    Self(
      .parameterInvalid, name, value: value, expected: expected,
      "\(name) is '\(value)' but must be \(expected)")
  }

  /// A required parameter is missing.
  public static func missing(_ name: String, of owner: String, expected: String) -> Self {
    Self(.parameterMissing, name, expected: expected, "\(owner) needs \(name), \(expected)")
  }

  /// The content of a file is not valid for the parameter.
  public static func unreadable(file: String, for name: String, reason: String) -> Self {
    Self(.parameterUnreadable, name, file: file, "\(file): \(reason)")
  }
}
