public import FoundationEssentials

/// What can be wrong with a parameter given by name.
public enum ParameterError: Error, Hashable {
  /// No parameter has this name.
  case unknown(String, of: String, known: [String])
  /// The value is not one the parameter takes.
  case invalid(String, for: String, expected: String)
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
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
