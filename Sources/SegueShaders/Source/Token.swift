/// A token, before and after preprocessing.
struct Token {
  enum Kind: Hashable {
    case identifier(String)
    case float(Double)
    case int(UInt32)
    case uint(UInt32)
    case punctuator(Punctuator)
    /// What no token can be, with a message that says why.
    case invalid(String)
    case end
  }

  var kind: Kind
  /// Where it starts, or where the macro was used that it comes from.
  var offset: Int
  /// Where it ends.
  var end: Int
  /// A number as it is written, which `##` pastes; of other tokens the kind says it.
  var spelling = ""
  /// Whether it is the first of its line.
  var startsLine = false
  /// Whether white space or a comment stands before it.
  var followsSpace = false
  /// Whether it names a macro within that macro's own expansion, so that it stays.
  var isFinal = false
}

extension Token {
  /// Its text, of an identifier.
  var name: String? { if case .identifier(let name) = kind { name } else { nil } }

  /// The same as if it stood at the start of the source: for text that is none of the source's.
  var placeless: Token {
    var token = self
    (token.offset, token.end) = (0, 0)
    return token
  }
}

extension Token.Kind {
  static func `is`(_ punctuator: Punctuator) -> Token.Kind { .punctuator(punctuator) }

  /// For messages: `'name'`, `';'`, `the number 3`.
  var description: String {
    switch self {
    case .identifier(let name): "'\(name)'"
    case .float(let value): "the number \(value)"
    case .int(let value), .uint(let value): "the number \(value)"
    case .punctuator(let punctuator): "'\(punctuator.rawValue)'"
    case .invalid: "an invalid character"
    case .end: "the end of the file"
    }
  }
}

enum Punctuator: String, CaseIterable {
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
  case dot = "."
  case comma = ","
  case semicolon = ";"
  case colon = ":"
  case question = "?"
  case hash = "#"
  case paste = "##"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case remainder = "%"
  case less = "<"
  case greater = ">"
  case not = "!"
  case complement = "~"
  case and = "&"
  case or = "|"
  case xor = "^"
  case assign = "="
  case increment = "++"
  case decrement = "--"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case logicalAnd = "&&"
  case logicalOr = "||"
  case logicalXor = "^^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case addAssign = "+="
  case subtractAssign = "-="
  case multiplyAssign = "*="
  case divideAssign = "/="
  case remainderAssign = "%="
  case andAssign = "&="
  case orAssign = "|="
  case xorAssign = "^="
  case shiftLeftAssign = "<<="
  case shiftRightAssign = ">>="

  /// By the bytes of the spelling, the first one highest.
  static let byBytes = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, $0) })
}

/// A comment, for what it says about parameters and the whole shader.
struct Comment {
  /// The bytes between `//` and the end of the line, or between `/*` and `*/`.
  let text: Range<Int>
}
