public import FoundationEssentials

/// What can be wrong with a parameter given by name.
public enum ParameterError: Error, Hashable {
  /// No parameter has this name.
  case unknown(String, of: String, known: [String])
  /// The value is not one the parameter takes.
  case invalid(String, for: String, expected: String)
  /// There is no value for a parameter that needs one.
  case missing(String, of: String, expected: String)
  /// A file is none that the parameter takes.
  case unreadable(file: String, for: String, reason: String)
}

extension ParameterError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop, as for an error message.
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

  /// The description.
  public var errorDescription: String? { description }
}
