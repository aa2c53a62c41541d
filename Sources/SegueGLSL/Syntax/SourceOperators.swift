/// A binary operator; the raw value is the operator's spelling.
enum InfixOperator: String {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case bitAnd = "&"
  case bitXor = "^"
  case bitOr = "|"
  case and = "&&"
  case xor = "^^"
  case or = "||"

  /// The precedence; higher numbers bind tighter, and all operators are left-associative.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .remainder: 11
    case .add, .subtract: 10
    case .shiftLeft, .shiftRight: 9
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 8
    case .equal, .notEqual: 7
    case .bitAnd: 6
    case .bitXor: 5
    case .bitOr: 4
    case .and: 3
    case .xor: 2
    case .or: 1
    }
  }
}

/// A prefix operator; the raw value is the operator's spelling.
enum PrefixOperator: String {
  case plus = "+"
  case minus = "-"
  case not = "!"
  case complement = "~"
}
