/// The text of a storyboard, in which values of screens and steps can be changed.
///
///     let text = "screens: {list: list.png}\nsteps: [{hold: 1}]\n"
///     let place = try StoryboardText(text).place(of: "motion", in: "list")
///     place?.text(text, with: "auto")    // screens: {list: {image: list.png, motion: auto}} …
package struct StoryboardText {
  /// The range in the text that is replaced to set a value, and the texts around the value.
  package struct Place: Hashable, Sendable {
    /// The range of the text that is replaced, in UTF-16 code units.
    package let range: Range<Int>
    /// The text to insert before the value.
    package let before: String
    /// The text to insert after the value.
    package let after: String

    /// Returns a text in which the range is replaced by `before`, a value and `after`.
    package func text(_ text: String, with value: String) -> String {
      var units = Array(text.utf16)
      units.replaceSubrange(range, with: (before + value + after).utf16)
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// The Unicode scalars of the text, by which the parser counts positions.
  private let scalars: [Unicode.Scalar]
  /// The offset of each scalar, and of the end, in UTF-16 code units.
  private let units: [Int]
  private let root: YAMLNode?
  /// The screens, by name: the position of the end of the screen's key, and the screen's value.
  private var screens: [String: (key: Int, value: YAMLNode)] = [:]
  /// The position of the end of the key `steps`, and the values of all steps.
  private let steps: (key: Int, values: [YAMLNode])

  /// Finds the screens, the steps and the sound in a text.
  ///
  /// - Throws: `YAMLNode.Fault` if the text is not YAML.
  package init(_ text: String) throws(YAMLNode.Fault) {
    // Removes a byte order mark, since the parser does not count it as a character.
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

  /// Returns the place of a key's value in a screen; nil if the screen is missing, or if the value is written
  /// elsewhere, as with an alias.
  package func place(of key: String, in screen: String) -> Place? {
    guard let (start, value) = screens[screen] else { return nil }
    return place(of: key, in: value, short: "image", from: start)
  }

  /// The name of the sound file; nil without sound.
  package var soundFile: String? {
    let sound = root?["audio"]?.value
    return (sound?.scalar ?? sound?["file"]?.value.scalar)?.string
  }

  /// Returns the place of a key's value in the sound; nil without sound, or if the value is written
  /// elsewhere, as with an alias.
  package func placeInSound(of key: String) -> Place? {
    guard let (name, value) = root?["audio"], let start = name.scalar?.range.upperBound else { return nil }
    return place(of: key, in: value, short: "file", from: start)
  }

  /// The place of the lines with the key `audio`; without sound, the place for such a line above the key
  /// `screens`.
  ///
  /// Nil if the key is not at the start of a line, or if the value is written elsewhere.
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

  /// Returns the end of a scalar, or of a mapping of scalars; nil for a block scalar, and for a value that is
  /// written elsewhere, as with an alias.
  private func end(of value: YAMLNode, from start: Int) -> Int? {
    guard let scalar = value.scalar ?? value.mapping?.last?.value.scalar, scalar.range.lowerBound >= start,
      !isBlock(scalar)
    else { return nil }
    guard value.isFlow else { return scalar.range.upperBound }
    return scalars[scalar.range.upperBound...].firstIndex(of: "}")
  }

  /// Returns whether a scalar is a block scalar (`|` or `>`), whose text begins below the line of its key.
  private func isBlock(_ scalar: YAMLNode.Scalar) -> Bool {
    scalars[scalar.range].first.map { "|>".unicodeScalars.contains($0) } ?? false
  }

  /// Returns the place of a key's value in a step, counted from 0; nil if the step does not exist, or if the
  /// value is written elsewhere, as with an alias.
  package func place(of key: String, inStep step: Int) -> Place? {
    guard steps.values.indices.contains(step), let action = steps.values[step].mapping?.first?.key.scalar
    else { return nil }
    return place(of: key, in: steps.values[step], beside: action.string, from: steps.key)
  }

  /// Returns whether a step, counted from 0, has at least one of the keys.
  package func hasKey(_ keys: [String], inStep step: Int) -> Bool {
    steps.values.indices.contains(step) && keys.contains { steps.values[step][$0] != nil }
  }

  /// Returns the place of a key's value in a mapping, or in a scalar that is short for a mapping with the key
  /// `short`.
  private func place(of key: String, in value: YAMLNode, short: String, from start: Int) -> Place? {
    guard let scalar = value.scalar else { return place(of: key, in: value, beside: short, from: start) }
    guard scalar.range.lowerBound >= start else { return nil }
    if key == short { return place(scalar.range) }
    return place(scalar.range, before: "{\(short): \(inBraces(scalar)), \(key): ", after: "}")
  }

  /// Returns the place of a key's value in a mapping; a new key follows the key `other`.
  private func place(of key: String, in mapping: YAMLNode, beside other: String, from start: Int) -> Place? {
    if mapping[key] != nil { return entry(of: key, in: mapping, from: start).map { place($0.value.range) } }
    guard let (name, value) = entry(of: other, in: mapping, from: start) else { return nil }
    let end = value.range.upperBound
    if mapping.isFlow { return place(end..<end, before: "\(value.range.isEmpty ? " " : ""), \(key): ") }
    if isBlock(value) { return nil }
    // Inserts the key on a line below the key `other`, with the same indentation.
    let indentation = scalars[..<name.range.lowerBound].reversed().prefix { !Self.isBreak($0) }.count
    let line = scalars[end...].firstIndex(where: Self.isBreak) ?? scalars.endIndex
    return place(line..<line, before: "\n" + String(repeating: " ", count: indentation) + "\(key): ")
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  /// Returns the key and the value of an entry of a mapping; nil if the key or the value is written
  /// elsewhere.
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

  /// Returns the text of a scalar for use within braces, in quotes if necessary.
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
  /// The key and the value of the entry with a name; nil if the node has no such entry.
  fileprivate subscript(name: String) -> (key: YAMLNode, value: YAMLNode)? {
    mapping?.first { $0.key.scalar?.string == name }
  }
}
