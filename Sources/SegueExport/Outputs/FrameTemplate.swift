/// A template of numbered file names, as in ffmpeg and ImageMagick.
///
///     FrameTemplate("out/%04d.png")?.name(of: 7)   // out/0007.png
///
/// `%d` or `%0Nd` stands for the number, `%%` for a percent sign.
public struct FrameTemplate: Hashable, Sendable {
  /// The text of the template.
  package let text: String
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// Parses a template; nil unless it has exactly one number, and no other characters after percent signs.
  public init?(_ text: String) {
    var parts = [""]
    var digits = 0
    var rest = Substring(text)
    while let percent = rest.firstIndex(of: "%") {
      parts[parts.count - 1] += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        parts[parts.count - 1] += "%"
        rest = rest.dropFirst()
      } else {
        let width = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(width.count)
        guard rest.first == "d", parts.count == 1, width.isEmpty || width.first == "0" else { return nil }
        guard let count = Int("0" + width), count <= 20 else { return nil }
        digits = count
        parts.append("")
        rest = rest.dropFirst()
      }
    }
    parts[parts.count - 1] += rest
    guard parts.count == 2, !parts[1].contains("/") else { return nil }
    self.text = text
    prefix = parts[0]
    suffix = parts[1]
    self.digits = digits
  }

  /// Makes a template of a name without a number, for one frame.
  public init?(single name: String) {
    guard !name.contains("%") else { return nil }
    text = name
    prefix = name
    suffix = ""
    digits = -1
  }

  /// Whether names have a number, so that there are several.
  package var hasNumber: Bool { digits >= 0 }

  /// The frame that a name is of; nil where no frame has the name.
  package func index(of name: String) -> Int? {
    let (bytes, prefix, suffix) = (name.utf8, prefix.utf8, suffix.utf8)
    guard hasNumber, bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix),
      bytes.reversed().starts(with: suffix.reversed())
    else { return nil }
    let number = bytes.dropFirst(prefix.count).dropLast(suffix.count)
    guard number.allSatisfy({ (48...57).contains($0) }),
      let index = Int(String(decoding: number, as: UTF8.self)),
      self.name(of: index).utf8.elementsEqual(bytes)
    else { return nil }
    return index
  }

  /// The name of frame `index`.
  public func name(of index: Int) -> String {
    if digits < 0 { return prefix }
    let number = "\(index)"
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
  }
}
