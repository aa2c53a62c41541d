/// An operator between two operands, by its spelling.
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

  /// Higher ones bind tighter; all of one precedence group from the left.
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

/// An operator before its operand.
enum PrefixOperator: String {
  case plus = "+"
  case minus = "-"
  case not = "!"
  case complement = "~"
}
