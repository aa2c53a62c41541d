/// Something of the catalog with parameters, as text: `NAME[:key=value,…]`.
///
/// A value may have commas, as a point has one: what follows one belongs to the value before it unless it begins a
/// parameter. A comma in parentheses separates nothing. The name may be the file of a shader, with colons of its own.
package struct Specification: Sendable {
  /// The name, or a file.
  package let name: String
  /// Parameters in the order given.
  package let values: [(key: String, value: String)]

  /// Makes a specification of its parts.
  package init(name: String, values: [(key: String, value: String)] = []) {
    self.name = name
    self.values = values
  }

  /// Reads a text; nil where what stands behind the colon is no parameter.
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

  /// Reads several with commas between; nil where one is none.
  ///
  /// A parameter belongs to the one before it, and so does a number behind a parameter.
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

  /// The text that it is read from.
  package var text: String {
    values.isEmpty ? name : "\(name):" + Self.text(of: values)
  }

  /// The text of parameters.
  static func text(of values: [(key: String, value: String)]) -> String {
    values.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  /// How the names of shaders' files end, behind the dot.
  package static let shaderEndings = ["glsl", "frag", "fs", "fsh"]

  /// Whether a name is that of a shader's file; of several tabs it is one of JSON, or a folder with `/` behind its name.
  package static func isFile(_ name: some StringProtocol) -> Bool {
    isSource(name) || name.hasSuffix(".json") || name.hasSuffix("/")
  }

  /// Whether a name is that of a file in GLSL.
  package static func isSource(_ name: some StringProtocol) -> Bool {
    shaderEndings.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether it names a file.
  package var isFile: Bool { Self.isFile(name) }

  private static func parts(of text: String) -> (name: String, parameters: Substring?) {
    if isFile(text), !text.contains("=") { return (text, nil) }
    let colons = text.indices.filter { text[$0] == ":" }
    guard let colon = colons.first(where: { isFile(text[..<$0]) }) ?? colons.first else { return (text, nil) }
    return (String(text[..<colon]), text[text.index(after: colon)...])
  }

  /// `key=value`; a comparison is none.
  private static func assignment(_ text: Substring) -> (String, String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    let (key, value) = (text[..<equals], text[equals...].dropFirst())
    guard value.first != "=", !"<>!".contains(key.last ?? "=") else { return nil }
    return (String(key), String(value))
  }
}

/// The parts of a text between its commas, those in parentheses aside; where parentheses do not match, between all.
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
