/// The text of a cue without its markup, with the supported parts of the markup: italic, bold and the
/// position.
///
/// In SubRip, the tags `b`, `br`, `font`, `i`, `s` and `u` are markup, and so are parts in braces that begin
/// with a backslash. In WebVTT, all text from a `<` to the next `>` is a tag, and known entities such as
/// `&amp;` are decoded.
struct SubtitleMarkup {
  private(set) var text = ""
  private(set) var down: Double?
  private(set) var across: Double?
  private let isWebVTT: Bool
  /// For italic and for bold tags: the number of open tags, and whether all letters so far are inside a tag.
  private var italic = Run()
  private var bold = Run()

  private struct Run {
    var depth = 0
    var isWhole = true
  }

  init(isWebVTT: Bool) { self.isWebVTT = isWebVTT }

  /// Whether all letters are italic.
  var isItalic: Bool { !text.isEmpty && italic.isWhole }
  /// Whether all letters are bold.
  var isBold: Bool { !text.isEmpty && bold.isWhole }

  /// Reads the text of a cue with its markup: appends the characters to `text`, applies the markup, and
  /// removes white space at both ends.
  mutating func read(_ marked: String) {
    var rest = marked[...]
    while let character = rest.first {
      if character == "<", let tag = tag(in: rest) {
        apply(tag)
        rest = rest[tag.endIndex...].dropFirst()
      } else if !isWebVTT, rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
        place(rest[..<end])
        rest = rest[end...].dropFirst()
      } else if isWebVTT, character == "&", let end = rest.prefix(12).firstIndex(of: ";"),
        let decoded = Self.entity(rest[..<end].dropFirst())
      {
        append(decoded)
        rest = rest[end...].dropFirst()
      } else {
        append(character)
        rest = rest.dropFirst()
      }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    text = String(text.drop { $0.isWhitespace })
  }

  private mutating func append(_ character: Character) {
    text.append(character)
    guard !character.isWhitespace else { return }
    if italic.depth == 0 { italic.isWhole = false }
    if bold.depth == 0 { bold.isWhole = false }
  }

  /// Returns the content of the tag at the start of a text; nil if the text begins with no tag.
  private func tag(in text: Substring) -> Substring? {
    guard let end = text.firstIndex(of: ">") else { return nil }
    let tag = text[..<end].dropFirst()
    if isWebVTT { return tag }
    let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }.lowercased()
    return ["i", "b", "u", "s", "font", "br"].contains(name) ? tag : nil
  }

  private mutating func apply(_ tag: Substring) {
    let isEnd = tag.first == "/"
    // Ignores the classes that a tag of WebVTT may have, such as <i.loud>.
    let name = tag.dropFirst(isEnd ? 1 : 0).prefix { $0.isLetter }.lowercased()
    switch name {
    case "i": italic.depth = max(0, italic.depth + (isEnd ? -1 : 1))
    case "b": bold.depth = max(0, bold.depth + (isEnd ? -1 : 1))
    case "br": text.append("\n")
    default: break
    }
  }

  /// Applies an override of SubRip such as `{\an8}`; the digits 1 to 9 are positions, arranged as on a
  /// numeric keypad.
  private mutating func place(_ override: Substring) {
    guard let found = override.firstRange(of: "\\an"),
      let number = override[found.upperBound...].first?.wholeNumberValue, (1...9).contains(number)
    else { return }
    (across, down) = (Double((number - 1) % 3) / 2, 1 - Double((number - 1) / 3) / 2)
  }

  /// Reads the settings `align` and `line` of WebVTT; `line` moves the text to the top, the middle or the
  /// bottom of the frame.
  mutating func read(settings: [Substring]) {
    for setting in settings {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch (parts[0], parts[1]) {
      case ("align", "start"), ("align", "left"): across = 0
      case ("align", "center"), ("align", "middle"): across = 0.5
      case ("align", "end"), ("align", "right"): across = 1
      case ("line", let value):
        let number = value.prefix { $0 != "," }
        if number.hasSuffix("%") {
          guard let share = Double(number.dropLast()), (0...100).contains(share) else { continue }
          down = share < 100.0 / 3 ? 0 : share <= 200.0 / 3 ? 0.5 : 1
        } else if let line = Int(number) {
          // Numbers from 0 count lines from the top of the frame, negative numbers from the bottom.
          down = line < 0 ? 1 : 0
        }
      default: break
      }
    }
  }

  private static func entity(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "nbsp": return "\u{a0}"
    case "lrm": return "\u{200e}"
    case "rlm": return "\u{200f}"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      return UInt32(digits.dropFirst(isHex ? 1 : 0), radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
        .flatMap { $0.value == 0 ? nil : Character($0) }
    }
  }
}
