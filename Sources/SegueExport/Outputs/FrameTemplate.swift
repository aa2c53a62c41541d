/// A pattern for file names, with placeholders for a number or an input's name, as in ffmpeg and ImageMagick.
///
///     FrameTemplate("out/%04d.png")?.name(of: 7)   // out/0007.png
///
/// `%d` and `%0Nd` stand for the number, and `%%` for a percent sign.
public struct FrameTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case number(digits: Int)
    /// The name of an input file, without folder and extension.
    case stem
  }

  /// The pattern as text.
  package let text: String
  private let parts: [Part]

  /// Parses a pattern with exactly one placeholder, for a number; nil for other texts, for invalid percent
  /// signs, and for a placeholder in a folder's name.
  public init?(_ text: String) {
    guard let parts = Self.parts(of: text), Self.numbers(parts) == 1, !parts.contains(.stem),
      !Self.isInFolder(parts)
    else { return nil }
    (self.text, self.parts) = (text, parts)
  }

  /// Parses a name without placeholders, for a single frame; nil if it has a placeholder or an invalid
  /// percent sign.
  public init?(single text: String) {
    guard let parts = Self.parts(of: text), !Self.hasPlace(parts) else { return nil }
    (self.text, self.parts) = (text, parts)
  }

  /// Parses a pattern with one output file for each input file: with a number, with `{name}` for the input's
  /// name, or with both.
  ///
  /// - Returns: Nil if the text has no placeholder, several placeholders for a number, a placeholder in a
  ///   folder's name, or an invalid percent sign.
  package init?(inputs text: String) {
    guard let parts = Self.parts(of: text), Self.hasPlace(parts), Self.numbers(parts) <= 1,
      !Self.isInFolder(parts)
    else { return nil }
    (self.text, self.parts) = (text, parts)
  }

  /// Makes a pattern for files in a folder, each named after its input file.
  package init(inputsInto folder: String, extension ending: String) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    text = folder.replacing("%", with: "%%") + "{name}.\(ending)"
    parts = [.text(folder), .stem, .text(".\(ending)")]
  }

  /// Whether the pattern has a placeholder for a number, and so names several files.
  package var hasNumber: Bool { Self.numbers(parts) > 0 }

  /// Returns the index of the frame that has this file name; nil if no frame has it.
  package func index(of name: String) -> Int? {
    guard let place = parts.firstIndex(where: { if case .number = $0 { true } else { false } }), !hasStem
    else {
      return nil
    }
    let bytes = Array(name.utf8)
    let (before, after) = (Self.length(parts[..<place]), Self.length(parts[(place + 1)...]))
    guard bytes.count > before + after else { return nil }
    let number = bytes.dropFirst(before).dropLast(after)
    guard number.allSatisfy({ (48...57).contains($0) }),
      let index = Int(String(decoding: number, as: UTF8.self)),
      self.name(of: index).utf8.elementsEqual(bytes)
    else { return nil }
    return index
  }

  private static func length(_ parts: ArraySlice<Part>) -> Int {
    parts.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } }
  }

  /// Returns the file name of frame `index`.
  public func name(of index: Int) -> String { name(of: index, stem: "") }

  /// Returns the file name for a number and an input's name.
  package func name(of index: Int, stem: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .number(let digits):
        let number = "\(index)"
        return String(repeating: "0", count: max(0, digits - number.count)) + number
      case .stem: return stem
      }
    }.joined()
  }

  /// Whether the pattern contains `{name}`.
  package var hasStem: Bool { parts.contains(.stem) }

  /// Returns the name of a single file, in which `%%` is a percent sign; nil if the text has a placeholder.
  ///
  /// A text with an invalid percent sign is taken literally, unless it contains `{name}` or a number format
  /// of printf.
  package static func name(ofOne text: String) -> String? {
    guard let parts = parts(of: text) else {
      return text.contains("{name}") || hasNumberFormat(text) ? nil : text
    }
    guard !hasPlace(parts) else { return nil }
    return parts.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// Whether a text contains a decimal format of printf, such as `%-4d`, even a format that `FrameTemplate`
  /// does not support.
  private static func hasNumberFormat(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains { rest in
      rest.drop { "-+ 0123456789.".contains($0) }.first == "d"
    }
  }

  /// Splits a pattern into literal parts and placeholders; nil if a percent sign is invalid.
  private static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var literal = ""
    var rest = Substring(text)
    func add(_ part: Part) {
      if !literal.isEmpty { parts.append(.text(literal)) }
      parts.append(part)
      literal = ""
    }
    while let character = rest.first {
      if rest.hasPrefix("%%") {
        literal += "%"
        rest = rest.dropFirst(2)
      } else if character == "%" {
        let width = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(1 + width.count)
        guard rest.first == "d", width.isEmpty || width.first == "0", let digits = Int("0" + width),
          digits <= 20
        else { return nil }
        rest = rest.dropFirst()
        add(.number(digits: digits))
      } else if rest.hasPrefix("{name}") {
        rest = rest.dropFirst(6)
        add(.stem)
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    return parts
  }

  private static func numbers(_ parts: [Part]) -> Int {
    parts.count { if case .number = $0 { true } else { false } }
  }

  private static func hasPlace(_ parts: [Part]) -> Bool { parts.contains(.stem) || numbers(parts) > 0 }

  /// Whether a placeholder is in the name of a folder.
  private static func isInFolder(_ parts: [Part]) -> Bool {
    parts.drop { if case .text = $0 { true } else { false } }.contains {
      if case .text(let text) = $0 { text.contains("/") } else { false }
    }
  }
}
