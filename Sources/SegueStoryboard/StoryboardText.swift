/// The text of a storyboard, in which values of screens and steps can be changed.
///
///     let text = "screens: {list: list.png}\nsteps: [{hold: 1}]\n"
///     let place = try StoryboardText(text).place(of: "motion", in: "list")
///     place?.text(text, with: "auto")    // screens: {list: {image: list.png, motion: auto}} …
package struct StoryboardText {
  /// The place of a value.
  package struct Place: Hashable, Sendable {
    /// The part of the text that is replaced, in UTF-16 code units.
    package let range: Range<Int>
    /// The text before the value.
    package let before: String
    /// The text after the value.
    package let after: String

    /// The text with a value in this place.
    package func text(_ text: String, with value: String) -> String {
      var units = Array(text.utf16)
      units.replaceSubrange(range, with: (before + value + after).utf16)
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// The text by Unicode scalars, as the parser counts them.
  private let scalars: [Unicode.Scalar]
  /// The offset of each scalar, and of the end, in UTF-16 code units.
  private let units: [Int]
  private let root: YAMLNode?
  /// The screens by name, each with the end of its key.
  private var screens: [String: (key: Int, value: YAMLNode)] = [:]
  /// The steps, and the end of their key.
  private let steps: (key: Int, values: [YAMLNode])

  /// Finds the screens, the steps and the sound in a text.
  ///
  /// - Throws: `YAMLNode.Fault` if the text is not YAML.
  package init(_ text: String) throws(YAMLNode.Fault) {
    // The parser does not count a byte order mark.
    let mark = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
    scalars = Array(text.unicodeScalars.dropFirst(mark))
    units = scalars.reduce(into: [mark]) { $0.append($0[$0.count - 1] + UTF16.width($1)) }
    root = try YAMLNode.root(of: text)
    let list = root?["steps"]
    steps = (list?.key.scalar?.range.upperBound ?? 0, list?.value.sequence ?? [])
    for (key, value) in root?["screens"]?.value.mapping ?? [] {
      guard let name = key.scalar else { continue }
      screens[name.string] = (name.range.upperBound, value)
    }
  }

  /// The place of a key's value in a screen; nil if the screen or the value is elsewhere, such as an alias.
  package func place(of key: String, in screen: String) -> Place? {
    guard let (start, value) = screens[screen] else { return nil }
    return place(of: key, in: value, short: "image", from: start)
  }

  /// The name of the sound's file; nil without sound.
  package var soundFile: String? {
    let sound = root?["audio"]?.value
    return (sound?.scalar ?? sound?["file"]?.value.scalar)?.string
  }

  /// The place of a key's value in the sound; nil without sound, or if the value is elsewhere, such as an alias.
  package func placeInSound(of key: String) -> Place? {
    guard let (name, value) = root?["audio"], let start = name.scalar?.range.upperBound else { return nil }
    return place(of: key, in: value, short: "file", from: start)
  }

  /// The lines of the sound, or the place for a line of sound above the screens; nil if the key is not at the
  /// start of a line, or if the value is elsewhere.
  package var placeOfSound: Place? {
    guard let root, !root.isFlow, let name = (root["audio"] ?? root["screens"])?.key.scalar
    else { return nil }
    let start = scalars[..<name.range.lowerBound].lastIndex(where: Self.isBreak).map { $0 + 1 } ?? 0
    let indentation = scalars[start..<name.range.lowerBound]
    guard indentation.allSatisfy({ $0 == " " }) else { return nil }
    var end = start
    if let value = root["audio"]?.value {
      guard let last = self.end(of: value, from: name.range.upperBound) else { return nil }
      let line = scalars[last...].firstIndex(where: Self.isBreak) ?? scalars.endIndex
      end = scalars[line...].prefix(scalars[line...].starts(with: "\r\n".unicodeScalars) ? 2 : 1).endIndex
    }
    let spaces = String(repeating: " ", count: indentation.count)
    return place(start..<end, before: "\(spaces)audio: ", after: "\n")
  }

  /// The end of a scalar, or of a mapping of scalars; nil if it is elsewhere, or a block scalar.
  private func end(of value: YAMLNode, from start: Int) -> Int? {
    guard let scalar = value.scalar ?? value.mapping?.last?.value.scalar, scalar.range.lowerBound >= start,
      !isBlock(scalar)
    else { return nil }
    guard value.isFlow else { return scalar.range.upperBound }
    return scalars[scalar.range.upperBound...].firstIndex(of: "}")
  }

  /// Whether a scalar is written below its line.
  private func isBlock(_ scalar: YAMLNode.Scalar) -> Bool {
    scalars[scalar.range].first.map { "|>".unicodeScalars.contains($0) } ?? false
  }

  /// The place of a key's value in a step, counted from 0; nil if there is no such step, or if the value is
  /// elsewhere.
  package func place(of key: String, inStep step: Int) -> Place? {
    guard steps.values.indices.contains(step), let action = steps.values[step].mapping?.first?.key.scalar
    else { return nil }
    return place(of: key, in: steps.values[step], beside: action.string, from: steps.key)
  }

  /// Whether a step, counted from 0, has one of some keys.
  package func hasKey(_ keys: [String], inStep step: Int) -> Bool {
    steps.values.indices.contains(step) && keys.contains { steps.values[step][$0] != nil }
  }

  /// The place of a key's value in a mapping, or in a scalar that stands for a mapping with the key `short`.
  private func place(of key: String, in value: YAMLNode, short: String, from start: Int) -> Place? {
    guard let scalar = value.scalar else { return place(of: key, in: value, beside: short, from: start) }
    guard scalar.range.lowerBound >= start else { return nil }
    if key == short { return place(scalar.range) }
    return place(scalar.range, before: "{\(short): \(inBraces(scalar)), \(key): ", after: "}")
  }

  /// The place of a key's value in a mapping; a new key follows the one with the name `other`.
  private func place(of key: String, in mapping: YAMLNode, beside other: String, from start: Int) -> Place? {
    if mapping[key] != nil { return entry(of: key, in: mapping, from: start).map { place($0.value.range) } }
    guard let (name, value) = entry(of: other, in: mapping, from: start) else { return nil }
    let end = value.range.upperBound
    if mapping.isFlow { return place(end..<end, before: "\(value.range.isEmpty ? " " : ""), \(key): ") }
    if isBlock(value) { return nil }
    // A new line below, with the same indentation.
    let indentation = scalars[..<name.range.lowerBound].reversed().prefix { !Self.isBreak($0) }.count
    let line = scalars[end...].firstIndex(where: Self.isBreak) ?? scalars.endIndex
    return place(line..<line, before: "\n" + String(repeating: " ", count: indentation) + "\(key): ")
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  /// The key and the value of an entry of a mapping; nil if one is elsewhere.
  private func entry(
    of key: String, in mapping: YAMLNode, from start: Int
  ) -> (name: YAMLNode.Scalar, value: YAMLNode.Scalar)? {
    guard let entry = mapping[key], let name = entry.key.scalar, let value = entry.value.scalar,
      name.range.lowerBound >= start, value.range.lowerBound >= name.range.upperBound
    else { return nil }
    return (name, value)
  }

  private func place(_ range: Range<Int>, before: String = "", after: String = "") -> Place {
    Place(range: units[range.lowerBound]..<units[range.upperBound], before: before, after: after)
  }

  /// The text of a scalar as it can stand in braces, in quotes if necessary.
  private func inBraces(_ scalar: YAMLNode.Scalar) -> String {
    let written = scalars[scalar.range]
    let isSafe = written.allSatisfy { !",[]{}\n\r".unicodeScalars.contains($0) }
    if scalar.isPlain ? isSafe : written.first == "\"" || written.first == "'" {
      return String(String.UnicodeScalarView(written))
    }
    let parts = scalar.string.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "''"))'"
  }
}

extension YAMLNode {
  /// The key and the value of a mapping with a name; nil if there is none.
  fileprivate subscript(name: String) -> (key: YAMLNode, value: YAMLNode)? {
    mapping?.first { $0.key.scalar?.string == name }
  }
}
