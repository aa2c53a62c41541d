/// The sections of ffprobe's compact output: each section is a line with a name and `key=value` fields,
/// separated by bars.
struct ProbeText {
  /// A section, such as `stream`, with its fields.
  struct Section {
    let name: Substring
    fileprivate(set) var fields: [Substring: String] = [:]

    /// Returns the value of a field as text; nil if ffprobe reports it as unknown.
    func text(_ key: Substring) -> String? {
      fields[key].flatMap { ["N/A", "unknown", "unspecified", ""].contains($0) ? nil : $0 }
    }

    /// Returns the value of a field as an integer; nil if it is not an integer.
    func int(_ key: Substring) -> Int? { text(key).flatMap { Int($0) } }

    /// Returns the two integers of a field such as `1/90000` or `16:15`, both at least 1.
    func pair(_ key: Substring) -> (Int, Int)? {
      guard let parts = text(key)?.split(whereSeparator: { "/:".contains($0) }), parts.count == 2,
        let first = Int(parts[0]), let second = Int(parts[1]), first > 0, second > 0
      else { return nil }
      return (first, second)
    }
  }

  /// Calls `body` with each section; lines of other forms are ignored.
  static func forEachSection(of bytes: [UInt8], _ body: (Section) -> Void) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let parts = split(text)
      guard parts.count > 1, let name = parts.first, !name.contains("=") else { continue }
      var section = Section(name: name)
      for part in parts.dropFirst() {
        guard let equals = part.firstIndex(of: "=") else { continue }
        section.fields[part[..<equals]] = unescaped(part[part.index(after: equals)...])
      }
      body(section)
    }
  }

  /// Splits a line at bars (`|`), except at bars after a backslash.
  private static func split(_ line: String) -> [Substring] {
    guard line.utf8.contains(UInt8(ascii: "\\")) else { return line.split(separator: "|") }
    var parts: [Substring] = []
    var (start, index) = (line.startIndex, line.startIndex)
    while index < line.endIndex {
      let next = line.index(after: index)
      if line[index] == "\\", next < line.endIndex {
        index = line.index(after: next)
        continue
      }
      if line[index] == "|" {
        parts.append(line[start..<index])
        start = next
      }
      index = next
    }
    return (parts + [line[start...]]).filter { !$0.isEmpty }
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\" && !isEscaped {
        isEscaped = true
        continue
      }
      result.append(isEscaped && character == "n" ? " " : character)
      isEscaped = false
    }
    return result
  }
}
