/// The text form of a catalog item with parameters, parsed: `NAME[:key=value,…]`.
///
/// Values may contain commas: text after a comma belongs to the previous value, unless it has the form
/// `key=value`. Commas in parentheses do not separate. The name may be the path of a shader file, with colons
/// of its own.
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

  /// Parses a list of specifications separated by commas; nil if one is invalid.
  ///
  /// A part of the form `key=value` belongs to the specification before it, and so does a number after such a
  /// part.
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

  /// The text form of parameters.
  static func text(of values: [(key: String, value: String)]) -> String {
    values.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  /// The file extensions of GLSL sources.
  package static let shaderEndings = ["glsl", "frag", "fs", "fsh"]

  /// Whether a name is the path of a shader: a GLSL file, a JSON export with several buffers, or a folder of
  /// buffers (ending in `/`).
  package static func isFile(_ name: some StringProtocol) -> Bool {
    isSource(name) || name.hasSuffix(".json") || name.hasSuffix("/")
  }

  /// Whether a name is the path of a GLSL file.
  package static func isSource(_ name: some StringProtocol) -> Bool {
    shaderEndings.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether the name is the path of a shader.
  package var isFile: Bool { Self.isFile(name) }

  private static func parts(of text: String) -> (name: String, parameters: Substring?) {
    if isFile(text), !text.contains("=") { return (text, nil) }
    let colons = text.indices.filter { text[$0] == ":" }
    guard let colon = colons.first(where: { isFile(text[..<$0]) }) ?? colons.first else { return (text, nil) }
    return (String(text[..<colon]), text[text.index(after: colon)...])
  }

  /// Parses `key=value`; nil for other texts, including comparisons such as `a<=b` and `a==b`.
  private static func assignment(_ text: Substring) -> (String, String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    let (key, value) = (text[..<equals], text[equals...].dropFirst())
    guard value.first != "=", !"<>!".contains(key.last ?? "=") else { return nil }
    return (String(key), String(value))
  }
}

/// Splits a text at commas outside parentheses; at all commas if the parentheses are unbalanced.
package func piecesBetweenCommas(_ text: Substring) -> [Substring] {
  var pieces: [Substring] = []
  var (start, depth) = (text.startIndex, 0)
  for index in text.indices {
    switch text[index] {
    case "(": depth += 1
    case ")": depth -= 1
    case "," where depth == 0:
      pieces.append(text[start..<index])
      start = text.index(after: index)
    default: break
    }
    if depth < 0 { break }
  }
  guard depth == 0 else { return text.split(separator: ",", omittingEmptySubsequences: false) }
  return pieces + [text[start...]]
}
