public import FoundationEssentials

/// An error in a parameter set by name.
public enum ParameterError: Error, Hashable {
  /// The item has no parameter of this name.
  case unknown(String, of: String, known: [String])
  /// The value is not allowed for the parameter.
  case invalid(String, for: String, expected: String)
  /// A required parameter is missing.
  case missing(String, of: String, expected: String)
  /// The content of a file is not valid for the parameter.
  case unreadable(file: String, for: String, reason: String)
}

extension ParameterError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .unknown(let name, let owner, let known):
      known.isEmpty
        ? "\(owner) has no parameters, so '\(name)' cannot be set"
        : "\(owner) has no parameter '\(name)'; it has \(known.joined(separator: ", "))"
    case .invalid(let value, let name, let expected): "\(name) is '\(value)' but must be \(expected)"
    case .missing(let name, let owner, let expected): "\(owner) needs \(name), \(expected)"
    case .unreadable(let file, _, let reason): "\(file): \(reason)"
    }
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
