/// Splits a source into tokens.
///
/// Invalid text becomes a token of kind `invalid`, which is no error within a skipped `#if`.
struct Lexer {
  private let source: SourceText
  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private(set) var comments: [Comment] = []
  private(set) var tokens: [Token] = []

  /// Reads a range of the source, by default all of it; the last token has the kind `end`.
  init(_ source: SourceText, in range: Range<Int>? = nil) {
    self.source = source
    bytes = source.bytes
    let range = range ?? 0..<bytes.count
    position = range.lowerBound
    end = range.upperBound
    tokens.reserveCapacity((end - position) / 4)
    run()
  }

  /// Whether an identifier is among the tokens.
  func names(_ name: String) -> Bool { tokens.contains { $0.kind == .identifier(name) } }

  private mutating func run() {
    var (startsLine, followsSpace) = (true, false)
    while position < end {
      let start = position
      switch bytes[position] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
        (startsLine, followsSpace) = (true, true)
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        position += 1
        followsSpace = true
        continue
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        lineComment()
        followsSpace = true
        continue
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        if blockComment() {
          followsSpace = true
          continue
        }
        append(.invalid("this comment is not closed: '*/' is missing"), from: start)
      case let byte where isLetter(byte):
        while position < end, isLetter(bytes[position]) || isDigit(bytes[position]) { position += 1 }
        append(.identifier(source.text(start..<position)), from: start)
      case let byte where isDigit(byte) || (byte == UInt8(ascii: ".") && isDigit(peek(1))):
        append(number(), from: start)
        tokens[tokens.count - 1].spelling = source.text(start..<position)
      default: append(punctuator(), from: start)
      }
      tokens[tokens.count - 1].startsLine = startsLine
      tokens[tokens.count - 1].followsSpace = followsSpace
      (startsLine, followsSpace) = (false, false)
    }
    tokens.append(Token(kind: .end, offset: end, end: end, startsLine: true, followsSpace: true))
  }

  private mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, offset: start, end: position))
  }

  /// Returns the byte at a distance ahead; 0 after the end.
  private func peek(_ distance: Int) -> UInt8 { position + distance < end ? bytes[position + distance] : 0 }

  private mutating func lineComment() {
    let start = position + 2
    while position < end, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
      position += 1
    }
    comments.append(Comment(text: start..<position))
  }

  /// Skips a block comment; false if it is not closed.
  private mutating func blockComment() -> Bool {
    let start = position + 2
    position = start
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        comments.append(Comment(text: start..<position))
        position += 2
        return true
      }
      position += 1
    }
    return false
  }

  private mutating func punctuator() -> Token.Kind {
    for length in stride(from: min(3, end - position), through: 1, by: -1) {
      let key = bytes[position..<position + length].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      if let punctuator = Punctuator.byBytes[key] {
        position += length
        return .punctuator(punctuator)
      }
    }
    // Gives one error message for all bytes of a non-ASCII character.
    let start = position
    position += 1
    while position < end, bytes[position] & 0xC0 == 0x80 { position += 1 }
    let byte = bytes[start]
    let name =
      byte > 0x20 && byte != 0x7F ? "the character '\(source.text(start..<position))'" : "a control character"
    return .invalid("\(name) has no meaning here")
  }

  private mutating func number() -> Token.Kind {
    let start = position
    if bytes[position] == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x") {
      position += 2
      return integer(from: position, radix: 16, spelledFrom: start)
    }
    skipDigits()
    var isFloat = false
    if peek(0) == UInt8(ascii: ".") {
      isFloat = true
      position += 1
      skipDigits()
    }
    if peek(0) | 0x20 == UInt8(ascii: "e") {
      let signs = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if isDigit(peek(1 + signs)) {
        isFloat = true
        position += 1 + signs
        skipDigits()
      }
    }
    let text = source.text(start..<position)
    if peek(0) | 0x20 == UInt8(ascii: "f") {
      isFloat = true
      position += 1
    }
    if isFloat {
      guard let value = Double(text.hasSuffix(".") ? text + "0" : text), !isLetter(peek(0)) else {
        return malformed(from: start)
      }
      return .float(value)
    }
    position = start
    return integer(from: start, radix: bytes[start] == UInt8(ascii: "0") ? 8 : 10, spelledFrom: start)
  }

  private mutating func integer(from first: Int, radix: Int, spelledFrom start: Int) -> Token.Kind {
    position = first
    while isDigit(peek(0)) || (radix == 16 && isHexDigit(peek(0))) { position += 1 }
    let digits = source.text(first..<position)
    let isUnsigned = peek(0) | 0x20 == UInt8(ascii: "u")
    if isUnsigned { position += 1 }
    guard !digits.isEmpty, !isLetter(peek(0)), !isDigit(peek(0)), digits.allSatisfy({ $0.isHexDigit }) else {
      return malformed(from: start)
    }
    if radix == 8, digits.contains(where: { $0 > "7" }) { return malformed(from: start) }
    guard let value = UInt32(digits, radix: radix) else {
      return .invalid("the number \(source.text(start..<position)) does not fit into 32 bits")
    }
    return isUnsigned ? .uint(value) : .int(value)
  }

  private mutating func malformed(from start: Int) -> Token.Kind {
    while isLetter(peek(0)) || isDigit(peek(0)) { position += 1 }
    return .invalid("'\(source.text(start..<position))' is not a number")
  }

  private mutating func skipDigits() {
    while isDigit(peek(0)) { position += 1 }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

private func isLetter(_ byte: UInt8) -> Bool {
  (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
}
