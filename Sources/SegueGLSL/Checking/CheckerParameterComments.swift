/// The default, shown value, range, unit and sentence from a uniform's comment.
struct ParameterComment {
  var defaultValue: [Literal]
  var hasDefault = false
  /// The value with which documentation demonstrates the parameter.
  var shownValue: [Literal]?
  /// Whether a picture parameter that is not set reads the frame's first picture.
  var isFirstPicture = false
  var range: ClosedRange<Double>?
  var unit = ""
  var summary = ""
}

extension Checker {
  /// Reads the comment of a uniform.
  ///
  /// The comment is between the name and the comma or semicolon, or in the same line after the semicolon. A
  /// comment after the semicolon applies to all names of the line that have no other comment.
  ///
  ///     uniform float waves; // = 30.0 in 0…100 across the picture: How many waves there are.
  ///     uniform float amount; // = 0.0, shown 0.8 in 0…1: How much of it.
  ///     uniform vec2 from /* = vec2(0.0) */, to /* = vec2(1.0) */;
  ///     uniform sampler2D map; // : How far each pixel moves.
  ///     uniform sampler2D sheet; // = picture : The tiles.
  ///     uniform float softness = 0.2; // in 0…1: How soft the edge is.
  ///
  /// - Source: GL Transition Specification v1, "Transition parameters", for the default. The shown value,
  ///   range, unit and sentence are an extension: other hosts ignore words after the default.
  mutating func parameterComment(
    _ syntax: VariablesSyntax, _ index: Int, _ type: ShaderType
  ) throws(Recovery) -> ParameterComment {
    let declarator = syntax.declarators[index]
    var result = ParameterComment(defaultValue: zeros(of: type))
    guard let comment = comment(from: declarator.offset, to: declarator.end) ?? comment(behind: syntax) else {
      return result
    }
    var rest = comment
    if sink.source.bytes[comment.lowerBound] == UInt8(ascii: "=") {
      let (value, end) = try defaultValue(in: comment, declarator, type)
      result.defaultValue = value
      result.hasDefault = true
      result.isFirstPicture = type.isSampler
      rest = end..<comment.upperBound
      if let start = shownStart(in: rest) {
        let (shown, end) = try defaultValue(in: start..<comment.upperBound, declarator, type)
        result.shownValue = shown
        rest = end..<comment.upperBound
      }
    }
    let text = sink.source.text(rest)
    var note = trimmed(text[...])
    if note.hasPrefix("in "), let range = range(&note, declarator) {
      result.range = range
      let parts = note.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      result.unit = String(trimmed(parts[0]))
      note = note.dropFirst(parts[0].count)
      if result.defaultValue.contains(where: { !range.contains($0.number) }) {
        sink.warning("the default of '\(declarator.name)' is outside of its range", at: declarator.offset)
      }
    }
    if note.hasPrefix(":") { result.summary = String(trimmed(note.dropFirst())) }
    return result
  }

  func zeros(of type: ShaderType) -> [Literal] {
    var element = type
    while case .array(let inner, _) = element { element = inner }
    return element.scalar.map { Array(repeating: .zero($0), count: type.componentCount) } ?? []
  }

  // MARK: Finding the comment

  /// Finds the first comment that describes a parameter, among the comments between two offsets; returns its
  /// text from `=`, `:` or `in` on.
  private func comment(from start: Int, to end: Int) -> Range<Int>? {
    for comment in comments(from: start).prefix(while: { $0.text.lowerBound <= end }) {
      if let text = parameterText(comment) { return text }
    }
    return nil
  }

  /// Finds the first comment that describes a parameter, among the comments on the same line after the
  /// semicolon; returns its text from `=`, `:` or `in` on.
  private func comment(behind syntax: VariablesSyntax) -> Range<Int>? {
    let source = sink.source.bytes
    guard let semicolon = syntax.declarators.last?.end else { return nil }
    var end = semicolon + 1
    for comment in comments(from: end + 2) {
      let start = comment.text.lowerBound - 2
      guard source[end..<start].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
      if let text = parameterText(comment) { return text }
      if source[start + 1] == UInt8(ascii: "/") { return nil }
      end = comment.text.upperBound + 2
    }
    return nil
  }

  private func comments(from start: Int) -> ArraySlice<Comment> {
    var (low, high) = (0, comments.count)
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].text.lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return comments[low...]
  }

  /// Returns the text of a comment that describes a parameter: it begins with `=`, `:`, or `in` and a number;
  /// nil for other comments.
  private func parameterText(_ comment: Comment) -> Range<Int>? {
    let source = sink.source.bytes
    guard let first = comment.text.first(where: { !isBlank(source[$0]) }) else { return nil }
    let next = first + 1 < comment.text.upperBound ? source[first + 1] : 0
    let isDefault = source[first] == UInt8(ascii: "=") && next != UInt8(ascii: "=")
    let text = first..<comment.text.upperBound
    return isDefault || source[first] == UInt8(ascii: ":") || number(after: "in", in: text) ? text : nil
  }

  /// Whether a text begins with a word, spaces, and the first character of a number.
  private func number(after word: String, in text: Range<Int>) -> Bool {
    guard let rest = self.text(after: word, in: text) else { return false }
    return rest.first.map("-.0123456789".contains) ?? false
  }

  /// Returns the text after a word and spaces; nil if the given text does not begin with this word.
  private func text(after word: String, in text: Range<Int>) -> Substring? {
    let text = sink.source.text(text)
    guard text.hasPrefix(word + " ") else { return nil }
    return text.dropFirst(word.count).drop { $0 == " " }
  }

  // MARK: Parsing the comment

  /// Returns the start of `shown VALUE` after a default and a comma; nil if it is missing.
  private func shownStart(in rest: Range<Int>) -> Int? {
    let bytes = sink.source.bytes
    guard let comma = rest.first(where: { !isBlank(bytes[$0]) }), bytes[comma] == UInt8(ascii: ","),
      let start = (comma + 1..<rest.upperBound).first(where: { !isBlank(bytes[$0]) })
    else { return nil }
    if number(after: "shown", in: start..<rest.upperBound) { return start }
    guard let value = text(after: "shown", in: start..<rest.upperBound) else { return nil }
    let word = value.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isVector = ["vec2", "vec3", "vec4"].contains(word) && value.dropFirst(word.count).first == "("
    return isVector || word == "true" || word == "false" ? start : nil
  }

  private mutating func defaultValue(
    in comment: Range<Int>, _ declarator: Declarator, _ type: ShaderType
  ) throws(Recovery) -> ([Literal], end: Int) {
    var parser = Parser(Lexer(sink.source, in: comment).tokens, sink)
    parser.advance()
    if type.isSampler {
      guard parser.take("picture") else {
        throw error(
          "the only default of the texture '\(declarator.name)' is 'picture', the first one",
          at: parser.token.offset)
      }
      guard !kind.isPointwise else {
        throw error(
          "the default 'picture' needs a whole picture, which \(kind.noun) of one pixel does not have",
          at: parser.previous.offset)
      }
      return ([], parser.previous.end)
    }
    let start = parser.position
    var syntax = try parser.unary()
    // Words after a value are prose, so only an operator is parsed as a part of the value.
    if case .punctuator(let punctuator) = parser.token.kind,
      ["+", "-", "*", "/"].contains(punctuator.rawValue)
    {
      parser.position = start
      syntax = try parser.infix(above: InfixOperator.shiftLeft.precedence)
    }
    let value = try value(syntax)
    let name = declarator.name
    guard value.type == type || value.type.canStand(for: type) else {
      throw error("the default of '\(name)' must be '\(type)', not '\(value.type)'", at: syntax.offset)
    }
    guard let literals = folder.components(of: shaped(value, as: type)) else {
      throw error("the default of '\(name)' must be a constant", at: syntax.offset)
    }
    return (literals, parser.previous.end)
  }

  /// Parses and removes `in LOW…HIGH`; nil if the text after `in` is prose, or after a warning for an empty
  /// range.
  private func range(_ note: inout Substring, _ declarator: Declarator) -> ClosedRange<Double>? {
    let text = trimmed(note.dropFirst(3))
    let word = text.prefix { $0 != " " && $0 != ":" }
    let ends = word.replacing("...", with: "…").split(separator: "…", omittingEmptySubsequences: false)
    guard ends.count == 2, let low = Double(ends[0]), let high = Double(ends[1]) else { return nil }
    guard low <= high else {
      sink.warning("the range of '\(declarator.name)' is empty", at: declarator.offset)
      return nil
    }
    note = text.dropFirst(word.count)
    return low...high
  }
}

extension ShaderType {
  /// Whether a default of this type fits another type: equal component counts, or one component for all.
  fileprivate func canStand(for other: ShaderType) -> Bool {
    isRow && other.isRow && (componentCount == 1 || componentCount == other.componentCount)
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

package func trimmed(_ text: Substring) -> Substring {
  var text = text.drop(while: \.isWhitespace)
  while text.last?.isWhitespace == true { text.removeLast() }
  return text
}
