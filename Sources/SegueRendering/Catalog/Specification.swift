/// The text form of a catalog item with parameters, parsed: `NAME[:key=value,…]`.
///
/// Values may contain commas: text after a comma belongs to the previous value, unless the text has the form
/// `key=value`. Commas in parentheses do not separate values. A value in quotation marks, `key="…"`, may
/// contain any text: `\"` stands for a quotation mark, `\\` for a backslash, `\n` for a line break and `\t`
/// for a tab. The name may be the path of a shader file, which may contain colons.
package struct Specification: Sendable {
  /// The name of an item, or the path of a shader file.
  package let name: String
  /// The parameters in the given order.
  package let values: [(key: String, value: String)]

  /// Makes a specification from a name and parameters.
  package init(name: String, values: [(key: String, value: String)] = []) {
    self.name = name
    self.values = values
  }

  /// Parses a text; nil if the part after the colon is not a list of parameters.
  package init?(_ text: String) {
    let (name, parameters) = Self.parts(of: text)
    var values: [(key: String, value: String)] = []
    for piece in parameters.map(piecesBetweenCommas) ?? [] {
      if let (key, value) = Self.assignment(piece) {
        values.append((key, value))
      } else if values.isEmpty {
        return nil
      } else {
        values[values.count - 1].value.append(",\(piece)")
      }
    }
    self.init(name: name, values: values)
  }

  /// Parses a list of specifications separated by commas; nil if a specification is invalid.
  ///
  /// Text between two commas belongs to the previous specification if the text has the form `key=value`, or
  /// if the text is a number and the previous specification has a `key=value`.
  package static func list(_ text: String) -> [Specification]? {
    var texts: [String] = []
    for piece in piecesBetweenCommas(text[...]) {
      let piece = piece.drop(while: \.isWhitespace)
      let hasKey = assignment(piece).map { !$0.0.contains(":") } ?? false
      if let last = texts.last, last.contains(":"), hasKey || last.contains("=") && Double(piece) != nil {
        texts[texts.count - 1] += ",\(piece)"
      } else {
        texts.append(String(piece))
      }
    }
    let list = texts.compactMap { Specification($0) }
    return list.count == texts.count ? list : nil
  }

  /// The specification in its text form.
  package var text: String {
    values.isEmpty ? name : "\(name):" + Self.text(of: values)
  }

  /// Returns the text form of parameters.
  static func text(of values: [(key: String, value: String)]) -> String {
    values.map { "\($0.key)=\(written($0.value))" }.joined(separator: ",")
  }

  /// Formats a value, in quotation marks if parsing the plain text would give another value.
  private static func written(_ value: String) -> String {
    let isPlain =
      isBalanced(value) && !value.unicodeScalars.contains { $0.value < 32 }
      && startOfQuotation("=\(value)") == nil
      && Specification("name:key=\(value)").map { $0.values.count == 1 && $0.values[0].value == value }
        ?? false
    if isPlain { return value }
    let quoted = value.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: "\(scalar)"
      }
    }
    return "\"\(quoted.joined())\""
  }

  /// Returns whether the parentheses of a text are balanced.
  private static func isBalanced(_ text: String) -> Bool {
    var depth = 0
    for scalar in text.unicodeScalars where depth >= 0 { depth += scalar == "(" ? 1 : scalar == ")" ? -1 : 0 }
    return depth == 0
  }

  /// Returns the text within quotation marks, with its escape sequences replaced; nil for a text that is not
  /// in quotation marks.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.unicodeScalars.first == "\"",
      let end = endOfQuotation(text.unicodeScalars, from: text.startIndex),
      text.unicodeScalars.index(after: end) == text.endIndex
    else { return nil }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars[..<end].dropFirst() {
      if isEscaped {
        switch scalar {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "\"", "\\": result.append(scalar)
        default: result.append(contentsOf: ["\\", scalar])
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The file extensions of GLSL sources.
  package static let shaderEndings = ["glsl", "frag", "fs", "fsh"]

  /// Returns whether a name is the path of a shader: a GLSL file, a JSON export with several buffers, or a
  /// folder of buffers (ending in `/`).
  package static func isFile(_ name: some StringProtocol) -> Bool {
    isSource(name) || name.hasSuffix(".json") || name.hasSuffix("/")
  }

  /// Returns whether a name is the path of a GLSL file.
  package static func isSource(_ name: some StringProtocol) -> Bool {
    shaderEndings.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether the name is the path of a shader.
  package var isFile: Bool { Self.isFile(name) }

  private static func parts(of text: String) -> (name: String, parameters: Substring?) {
    if isFile(text), !text.contains("=") { return (text, nil) }
    let start = startOfQuotation(text) ?? text.endIndex
    let colons = text[..<start].indices.filter { text[$0] == ":" }
    guard let colon = colons.first(where: { isFile(text[..<$0]) }) ?? colons.first else { return (text, nil) }
    return (String(text[..<colon]), text[text.index(after: colon)...])
  }

  /// Parses `key=value`; nil for other texts, including comparisons such as `a<=b` and `a==b`.
  private static func assignment(_ text: Substring) -> (String, String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    let (key, value) = (text[..<equals], text[equals...].dropFirst())
    guard value.first != "=", !"<>!".contains(key.last ?? "=") else { return nil }
    return (String(key), unquoted(value) ?? String(value))
  }
}

/// Splits a text at the commas outside parentheses and outside values in quotation marks, `="…"`.
///
/// If the parentheses are unbalanced, splits at all commas outside quotation marks.
package func piecesBetweenCommas(_ text: Substring) -> [Substring] {
  // Compares scalars rather than characters, so that a combining mark after a comma does not hide the comma.
  let scalars = text.unicodeScalars
  var (commas, all): ([String.Index], [String.Index]) = ([], [])
  var (index, depth, isBalanced) = (scalars.startIndex, 0, true)
  var previous: Unicode.Scalar?
  while index < scalars.endIndex {
    let scalar = scalars[index]
    switch scalar {
    case "(": depth += 1
    case ")": depth -= 1
    case ",":
      if depth == 0 { commas.append(index) }
      all.append(index)
    case "\"" where previous == "=": index = endOfQuotation(scalars, from: index) ?? index
    default: break
    }
    isBalanced = isBalanced && depth >= 0
    previous = scalar
    index = scalars.index(after: index)
  }
  var pieces: [Substring] = []
  var start = text.startIndex
  for comma in isBalanced && depth == 0 ? commas : all {
    pieces.append(text[start..<comma])
    start = scalars.index(after: comma)
  }
  return pieces + [text[start...]]
}

/// Returns the position of the first quotation mark directly after a `=`; nil if there is none.
private func startOfQuotation(_ text: String) -> String.Index? {
  let scalars = text.unicodeScalars
  return zip(scalars.indices, scalars.indices.dropFirst()).first {
    scalars[$0.0] == "=" && scalars[$0.1] == "\""
  }?.1
}

/// Returns the position of the quotation mark that closes the quotation at `start`; nil if there is none.
private func endOfQuotation(_ text: Substring.UnicodeScalarView, from start: String.Index) -> String.Index? {
  var index = text.index(after: start)
  while index < text.endIndex, text[index] != "\"" {
    if text[index] == "\\" { index = text.index(after: index) }
    if index < text.endIndex { index = text.index(after: index) }
  }
  return index < text.endIndex ? index : nil
}
