import SegueRendering

/// Recursive-descent parser that compiles an expression to the steps of a stack machine.
struct ExpressionParser {
  /// The maximum length of an expression, in bytes.
  static let lengthLimit = 4096
  /// The maximum nesting depth of parentheses, function calls, signs and powers.
  ///
  /// The limit bounds the parser's recursion: each nesting level takes several Swift calls.
  static let depthLimit = 64
  /// The maximum number of characters that are read as one name.
  private static let nameLimit = 32

  private let text: String
  private let characters: [Unicode.Scalar]
  private let variables: [ExpressionVariable]
  private var position = 0
  private var depth = 0
  private var steps: [ExpressionStep] = []

  private init(_ text: String, _ variables: [ExpressionVariable]) {
    self.text = text
    characters = Array(text.unicodeScalars)
    self.variables = variables
  }

  /// Compiles a text to steps; `variables` are the variables that the text may use.
  static func steps(
    of text: String, _ variables: [ExpressionVariable]
  ) throws(ExpressionError) -> [ExpressionStep] {
    let length = text.utf8.count
    guard length <= lengthLimit else {
      throw ExpressionError(
        "the expression has \(length) bytes, and may have \(lengthLimit)", in: String(text.prefix(80)),
        column: 1)
    }
    var parser = ExpressionParser(text, variables)
    parser.skipSpace()
    guard parser.current != nil else { throw parser.error("the expression is empty", at: 0) }
    try parser.binary()
    guard parser.current == nil else { throw parser.unexpected() }
    return parser.steps
  }

  // MARK: Grammar

  /// Parses a sequence of operands and binary operators whose precedence is at least `level`.
  private mutating func binary(_ level: Int = 0) throws(ExpressionError) {
    guard ExpressionOperators.levels.indices.contains(level) else { return try signed() }
    try binary(level + 1)
    while let found = ExpressionOperators.levels[level].first(where: stands) {
      advance(found.characters.count)
      try binary(level + 1)
      steps.append(.call(found, 2))
    }
  }

  private mutating func signed() throws(ExpressionError) {
    guard let sign = current, sign == "-" || sign == "+" else { return try power() }
    try nested(at: position) { (parser) throws(ExpressionError) in
      parser.advance(1)
      try parser.signed()
    }
    if sign == "-" { steps.append(.call(ExpressionOperators.negation, 1)) }
  }

  private mutating func power() throws(ExpressionError) {
    try operand()
    guard current == "^" else { return }
    try nested(at: position) { (parser) throws(ExpressionError) in
      parser.advance(1)
      try parser.signed()
    }
    steps.append(.call(ExpressionOperators.power, 2))
  }

  private mutating func operand() throws(ExpressionError) {
    let start = position
    guard let first = current else { throw error("a value is missing at the end", at: position) }
    if first == "(" {
      advance(1)
      try nested(at: start) { (parser) throws(ExpressionError) in try parser.binary() }
      try close(start)
    } else if first.isDigit || first == "." {
      try number()
    } else if first.isNameStart {
      try name()
    } else {
      throw first == ")" || first == "," || isOperator(first)
        ? error("a value is missing before '\(first)'", at: position) : unexpected()
    }
  }

  private mutating func number() throws(ExpressionError) {
    let start = position
    var end = start
    while end < characters.count, characters[end].isDigit || characters[end] == "." { end += 1 }
    if end < characters.count, characters[end] == "e" || characters[end] == "E" {
      var digits = end + 1
      if digits < characters.count, characters[digits] == "+" || characters[digits] == "-" { digits += 1 }
      if digits < characters.count, characters[digits].isDigit {
        end = digits
        while end < characters.count, characters[end].isDigit { end += 1 }
      }
    }
    let word = string(start..<end)
    guard let value = Double(word) else { throw error("'\(shown(word))' is no number", at: start) }
    steps.append(.number(value))
    advance(end - start)
  }

  private mutating func name() throws(ExpressionError) {
    let start = position
    let word = word()
    advance(word.unicodeScalars.count)
    guard current == "(" else {
      if let variable = variables.first(where: { $0.rawValue == word }) {
        steps.append(.variable(variable))
      } else if word == "pi" {
        steps.append(.number(.pi))
      } else if let function = ExpressionFunction.named[word] {
        throw error("\(word) is a function: \(function.form)", at: start)
      } else if ExpressionVariable(rawValue: word) != nil {
        throw error("\(word) is known only to filters and blends that are named", at: start)
      } else {
        throw unknown(word, "name", among: variables.map(\.rawValue) + ["pi"], at: start)
      }
      return
    }
    guard let function = ExpressionFunction.named[word] else {
      let isName = word == "pi" || variables.contains { $0.rawValue == word }
      throw isName
        ? error("\(word) is no function; an operator is missing before '('", at: position)
        : unknown(word, "function", among: ExpressionFunction.listed, at: start)
    }
    try call(function, at: start)
  }

  private mutating func call(_ function: ExpressionFunction, at start: Int) throws(ExpressionError) {
    let open = position
    advance(1)
    var count = 0
    if current != ")" {
      try nested(at: start) { (parser) throws(ExpressionError) in
        try parser.binary()
        count += 1
        while parser.current == "," {
          parser.advance(1)
          try parser.binary()
          count += 1
        }
      }
    }
    try close(open)
    guard function.takes(count) else {
      throw error(
        "\(function.name) is given \(counted(count, "number")); its form is \(function.form)", at: start)
    }
    steps.append(.call(function, count))
  }

  private mutating func close(_ open: Int) throws(ExpressionError) {
    guard current == ")" else {
      throw current == nil ? error("this '(' is not closed", at: open) : unexpected()
    }
    advance(1)
  }

  private mutating func nested(
    at start: Int, _ read: (inout ExpressionParser) throws(ExpressionError) -> Void
  ) throws(ExpressionError) {
    guard depth < Self.depthLimit else {
      throw error("this is nested deeper than \(Self.depthLimit) levels", at: start)
    }
    depth += 1
    try read(&self)
    depth -= 1
  }

  // MARK: Characters

  private var current: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  private mutating func advance(_ count: Int) {
    position += count
    skipSpace()
  }

  private mutating func skipSpace() {
    while let character = current, character.properties.isWhitespace { position += 1 }
  }

  /// Returns whether the given operator is at the current position.
  private func stands(_ found: ExpressionFunction) -> Bool {
    current == found.characters[0] && characters[position...].starts(with: found.characters)
  }

  private func isOperator(_ character: Unicode.Scalar) -> Bool {
    "+-*/^<>=!".unicodeScalars.contains(character)
  }

  /// Returns the name at the current position.
  ///
  /// Hyphens belong to the name only if a parenthesis follows, as in `ease-in(x)`. If the name with hyphens
  /// is no known function, a hyphen after a known value, or before a known function, is a minus sign.
  private func word() -> String {
    let plain = string(position..<end(of: \.isNamePart))
    let whole = string(position..<end { $0.isNamePart || $0 == "-" })
    var after = position + whole.unicodeScalars.count
    guard whole != plain else { return plain }
    while after < characters.count, characters[after] == " " { after += 1 }
    guard after < characters.count, characters[after] == "(" else { return plain }
    if ExpressionFunction.named[whole] != nil { return whole }
    let isValue = plain == "pi" || ExpressionVariable(rawValue: plain) != nil
    let last = whole.split(separator: "-").last.map(String.init) ?? ""
    return isValue || ExpressionFunction.named[last] != nil ? plain : whole
  }

  /// Returns the end of the run of accepted characters at the current position, at most `nameLimit`
  /// characters further.
  private func end(of isWanted: (Unicode.Scalar) -> Bool) -> Int {
    let limit = min(characters.count, position + Self.nameLimit)
    return characters[position..<limit].firstIndex { !isWanted($0) } ?? limit
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(characters[range]))
  }

  // MARK: Messages

  private func error(_ message: String, at position: Int) -> ExpressionError {
    ExpressionError(message, in: text, column: position + 1)
  }

  private func unknown(
    _ word: String, _ kind: String, among names: [String], at position: Int
  ) -> ExpressionError {
    let all = names + (kind == "name" ? ExpressionFunction.named.keys.sorted() : [])
    let near = nearest(to: word, among: all, within: max(1, word.count / 3))
    let hint =
      near.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
    return error("there is no \(kind) '\(shown(word))'; \(hint)", at: position)
  }

  /// Returns the error for a character that is not allowed at the current position.
  private func unexpected() -> ExpressionError {
    guard let character = current else { return error("a value is missing at the end", at: position) }
    switch character {
    case ")": return error("this ')' closes nothing", at: position)
    case ",": return error("a comma stands only between the numbers of a function", at: position)
    case "=": return error("write == to compare", at: position)
    case "!": return error("write != to compare", at: position)
    case _ where character.isDigit || character == "." || character == "(" || character.isNameStart:
      return error("an operator is missing here", at: position)
    default: return error("'\(shown(String(character)))' means nothing here", at: position)
    }
  }

  private func shown(_ word: String) -> String {
    let printable = word.unicodeScalars.prefix(40).map { character in
      character.properties.generalCategory == .control ? " " : character
    }
    return String(String.UnicodeScalarView(printable))
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isNameStart: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
  }
  fileprivate var isNamePart: Bool { isNameStart || isDigit }
}
