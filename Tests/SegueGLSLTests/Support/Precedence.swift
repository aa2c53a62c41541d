/// Precedence of operators, by the table of the language.
enum Precedence {
  /// Operators by precedence, the tightest first; groups are left-associative.
  static let groups = [
    ["*", "/", "%"], ["+", "-"], ["<<", ">>"], ["<", ">", "<=", ">="], ["==", "!="], ["&"], ["^"],
    ["|"],
    ["&&"], ["^^"], ["||"],
  ]

  /// Expressions `a · b · c` with each pair of operators, without parentheses and with them.
  static func pairs(
    of groups: [[String]] = groups, _ a: String, _ b: String, _ c: String
  ) -> [(plain: String, grouped: String)] {
    let operators = groups.enumerated().flatMap { group, symbols in symbols.map { (group, $0) } }
    return operators.flatMap { first, x in
      operators.map { second, y in
        (
          "\(a) \(x) \(b) \(y) \(c)",
          first <= second ? "(\(a) \(x) \(b)) \(y) \(c)" : "\(a) \(x) (\(b) \(y) \(c))"
        )
      }
    }
  }
}
