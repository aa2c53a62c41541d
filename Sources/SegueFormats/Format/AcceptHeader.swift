/// The media ranges of an HTTP header `Accept`, each with its quality.
///
/// Parameters other than `q` are ignored, and so are ranges that are not well-formed.
///
/// - Source: RFC 9110, 12.4.2 and 12.5.1.
struct AcceptHeader {
  /// The rank of a media type: by quality, then by the precision of the range that matches the type, then by
  /// the position of the range in the header.
  struct Rank: Comparable {
    /// The quality in thousandths, 0…1000.
    let quality: Int
    /// The precision of the range: 2 for a range such as `image/webp`, 1 for `image/*`, 0 for `*/*`.
    let precision: Int
    /// The index of the range in the header.
    let place: Int

    /// Returns whether rank `a` is worse than rank `b`.
    static func < (a: Rank, b: Rank) -> Bool {
      (a.quality, a.precision, b.place) < (b.quality, b.precision, a.place)
    }
  }

  private let ranges: [(type: Substring, subtype: Substring, rank: Rank)]

  /// Parses a header; an empty header accepts everything.
  init(_ header: String) {
    let elements = Self.split(header.lowercased(), at: ",")
    var ranges: [(type: Substring, subtype: Substring, rank: Rank)] = []
    for (place, element) in (elements.isEmpty ? ["*/*"] : elements).enumerated() {
      let parts = Self.split(element, at: ";")
      // Java's URLConnection sends a single asterisk instead of `*/*`.
      let range = parts.first == "*" ? "*/*" : parts.first ?? ""
      let names = range.split(separator: "/", omittingEmptySubsequences: false)
      guard names.count == 2, names.allSatisfy({ !$0.isEmpty }), names[0] != "*" || names[1] == "*",
        let quality = Self.quality(parts.dropFirst())
      else { continue }
      let precision = names[1] != "*" ? 2 : names[0] != "*" ? 1 : 0
      ranges.append((names[0], names[1], Rank(quality: quality, precision: precision, place: place)))
    }
    self.ranges = ranges
  }

  /// Returns the rank of a media type by the most precise range that matches it; nil if the type is not
  /// accepted.
  func rank(of mediaType: String) -> Rank? {
    let names = mediaType.split(separator: "/")
    let matching = ranges.filter { type, subtype, _ in
      (type == "*" || type == names.first) && (subtype == "*" || subtype == names.last)
    }.map(\.rank)
    let best = matching.max { ($0.precision, $1.place) < ($1.precision, $0.place) }
    return best.flatMap { $0.quality > 0 ? $0 : nil }
  }

  /// Returns the quality (parameter `q`) of a range in thousandths, by default 1000; nil if the parameter is
  /// not a number 0…1.
  private static func quality(_ parameters: ArraySlice<String>) -> Int? {
    for parameter in parameters {
      let sides = parameter.split(separator: "=", maxSplits: 1).map(trimmed)
      guard sides.first == "q" else { continue }
      guard sides.count == 2, sides[1].allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
        let value = Double(sides[1]), (0...1).contains(value)
      else { return nil }
      return Int((1000 * value).rounded())
    }
    return 1000
  }

  /// Splits a text at separators outside of quotes; parts are trimmed, and empty parts are left out.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(String(text.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
  }
}
