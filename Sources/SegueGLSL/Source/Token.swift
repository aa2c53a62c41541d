/// A token, before and after preprocessing.
struct Token {
  enum Kind: Hashable {
    case identifier(String)
    case float(Double)
    case int(UInt32)
    case uint(UInt32)
    case punctuator(Punctuator)
    /// Invalid text, with the message.
    case invalid(String)
    case end
  }

  var kind: Kind
  /// The offset of the token's start, or of the macro use that produced the token.
  var offset: Int
  /// The offset of the token's end.
  var end: Int
  /// The spelling of a number, for `##`; empty for other tokens.
  var spelling = ""
  /// Whether the token is the first of its line.
  var startsLine = false
  /// Whether white space or a comment precedes the token.
  var followsSpace = false
  /// Whether the token is the name of a macro inside that macro's own expansion; such a token is never
  /// expanded.
  var isFinal = false
}

extension Token {
  /// The name, if the token is an identifier; nil for other tokens.
  var name: String? { if case .identifier(let name) = kind { name } else { nil } }

  /// A copy at offset 0, for tokens of a text outside the shader's source, such as a host's declarations.
  var placeless: Token {
    var token = self
    (token.offset, token.end) = (0, 0)
    return token
  }
}

extension Token.Kind {
  static func `is`(_ punctuator: Punctuator) -> Token.Kind { .punctuator(punctuator) }

  /// The form in messages: `'name'`, `';'`, `the number 3`.
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

  /// Punctuators by their bytes, packed into an integer with the first byte highest.
  static let byBytes = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, $0) })
}

/// A comment, from which parameters and the header are read.
struct Comment {
  /// The range of the bytes between `//` and the end of the line, or between `/*` and `*/`.
  let text: Range<Int>
}
