/// The place in the text of a storyboard where the motion of a screen is written.
package struct MotionPlace: Hashable, Sendable {
  /// The part of the text that is replaced, in UTF-16 code units.
  package let range: Range<Int>
  /// The text before the motion.
  package let before: String
  /// The text after the motion.
  package let after: String

  /// The places of all screens, by their names.
  ///
  /// A screen whose text is elsewhere, such as an alias, has no place.
  ///
  /// - Throws: `YAMLNode.Fault` if the text is not YAML.
  package static func all(in text: String) throws(YAMLNode.Fault) -> [String: MotionPlace] {
    let document = Text(text)
    var places: [String: MotionPlace] = [:]
    for (key, screen) in try YAMLNode.root(of: text)?["screens"]?.value.mapping ?? [] {
      guard let name = key.scalar, let place = document.place(of: screen, after: name.range.upperBound)
      else { continue }
      places[name.string] = place
    }
    return places
  }

  /// The text with a motion in this place.
  package func text(_ text: String, with motion: String) -> String {
    var units = Array(text.utf16)
    units.replaceSubrange(range, with: (before + motion + after).utf16)
    return String(decoding: units, as: UTF16.self)
  }

  /// The text of a document by Unicode scalars, as the parser counts them.
  private struct Text {
    let scalars: [Unicode.Scalar]
    /// The offset of each scalar, and of the end, in UTF-16 code units.
    let units: [Int]

    init(_ text: String) {
      // The parser does not count a byte order mark.
      let mark = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
      scalars = Array(text.unicodeScalars.dropFirst(mark))
      units = scalars.reduce(into: [mark]) { $0.append($0[$0.count - 1] + UTF16.width($1)) }
    }

    func place(of screen: YAMLNode, after key: Int) -> MotionPlace? {
      if let image = screen.scalar {
        guard image.range.lowerBound >= key else { return nil }
        return place(image.range, before: "{image: \(inBraces(image)), motion: ", after: "}")
      }
      guard let (imageKey, value) = screen["image"], let name = imageKey.scalar, name.range.lowerBound >= key,
        let image = value.scalar, image.range.lowerBound >= name.range.upperBound
      else { return nil }
      if let (motionKey, motion) = screen["motion"] {
        guard let motion = motion.scalar, let key = motionKey.scalar,
          motion.range.lowerBound >= key.range.upperBound
        else { return nil }
        return place(motion.range)
      }
      if screen.isFlow {
        return place(image.range.upperBound..<image.range.upperBound, before: ", motion: ")
      }
      // A block scalar goes on below its line.
      if let first = scalars[image.range].first, "|>".unicodeScalars.contains(first) { return nil }
      // A new line below that of the image, with the same indentation.
      let start = name.range.lowerBound
      let indentation = scalars[..<start].reversed().prefix { $0 != "\n" && $0 != "\r" }.count
      let rest = scalars[image.range.upperBound...]
      let end = rest.firstIndex { $0 == "\n" || $0 == "\r" } ?? rest.endIndex
      return place(end..<end, before: "\n" + String(repeating: " ", count: indentation) + "motion: ")
    }

    private func place(_ range: Range<Int>, before: String = "", after: String = "") -> MotionPlace {
      MotionPlace(range: units[range.lowerBound]..<units[range.upperBound], before: before, after: after)
    }

    /// The text of a scalar as it can stand in braces, in quotes if necessary.
    private func inBraces(_ scalar: YAMLNode.Scalar) -> String {
      let written = scalars[scalar.range]
      let isSafe = written.allSatisfy { !",[]{}\n\r".unicodeScalars.contains($0) }
      if scalar.isPlain ? isSafe : written.first == "\"" || written.first == "'" {
        return String(String.UnicodeScalarView(written))
      }
      return "'\(scalar.string.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }
  }
}

extension YAMLNode {
  /// The key and the value of a mapping with a name; nil if there is none.
  fileprivate subscript(name: String) -> (key: YAMLNode, value: YAMLNode)? {
    mapping?.first { $0.key.scalar?.string == name }
  }
}
