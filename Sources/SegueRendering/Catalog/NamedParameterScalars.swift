extension NamedParameter {
  /// Declares a parameter that is an integer within a range.
  public static func integer(
    _ name: String, _ path: WritableKeyPath<Owner, Int> & Sendable, in range: ClosedRange<Int>,
    unit: String = "", _ summary: String
  ) -> NamedParameter {
    let kind = ParameterKind.numbers(
      count: 1, in: Double(range.lowerBound)...Double(range.upperBound), whole: true)
    return NamedParameter(
      name: name, kind: kind, unit: unit, summary: summary, text: { "\($0[keyPath: path])" },
      assign: { (owner, text) throws(ParameterError) in
        guard let value = Int(text), range.contains(value) else {
          throw .invalid(text, for: name, expected: "\(kind)")
        }
        owner[keyPath: path] = value
      })
  }

  /// Declares a parameter that is a Boolean: `true` or `false`.
  public static func flag(
    _ name: String, _ path: WritableKeyPath<Owner, Bool> & Sendable, _ summary: String
  ) -> NamedParameter {
    let kind = ParameterKind.word(["true", "false"])
    return NamedParameter(
      name: name, kind: kind, unit: "", summary: summary, text: { "\($0[keyPath: path])" },
      assign: { (owner, text) throws(ParameterError) in
        guard let value = Bool(text) else { throw .invalid(text, for: name, expected: "\(kind)") }
        owner[keyPath: path] = value
      })
  }
}
