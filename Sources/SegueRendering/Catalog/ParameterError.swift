public import SegueErrors

/// An error in a parameter set by name.
public struct ParameterError: SegueError, Hashable {
  /// The error code, whose name begins with `parameter`.
  public let code: ErrorCode
  /// The name of the parameter, as the caller gave it.
  public let parameter: String
  /// The invalid value; nil for errors of another kind.
  public let value: String?
  /// A description of the allowed values, if the value is invalid or missing; else nil.
  public let expected: String?
  /// The name of a file with invalid content; nil for errors of another kind.
  public let file: String?
  /// The message: one sentence without a full stop.
  public let message: String

  private init(
    _ code: ErrorCode, _ parameter: String, value: String? = nil, expected: String? = nil,
    file: String? = nil, _ message: String
  ) {
    (self.code, self.parameter, self.value, self.expected) = (code, parameter, value, expected)
    (self.file, self.message) = (file, message)
  }

  /// Makes the error for an unknown parameter name.
  public static func unknown(_ name: String, of owner: String, known: [String]) -> Self {
    Self(
      .parameterUnknown, name,
      known.isEmpty
        ? "\(owner) has no parameters, so '\(name)' cannot be set"
        : "\(owner) has no parameter '\(name)'; it has \(known.joined(separator: ", "))")
  }

  /// Makes the error for a value that the parameter does not allow.
  public static func invalid(_ value: String, for name: String, expected: String) -> Self {
    Self(
      .parameterInvalid, name, value: value, expected: expected,
      "\(name) is '\(value)' but must be \(expected)")
  }

  /// Makes the error for a required parameter that is missing.
  public static func missing(_ name: String, of owner: String, expected: String) -> Self {
    Self(.parameterMissing, name, expected: expected, "\(owner) needs \(name), \(expected)")
  }

  /// Makes the error for a file whose content is invalid for the parameter.
  public static func unreadable(file: String, for name: String, reason: String) -> Self {
    Self(.parameterUnreadable, name, file: file, "\(file): \(reason)")
  }
}
