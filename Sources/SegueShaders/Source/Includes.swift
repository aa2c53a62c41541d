/// A source with the files that it names by `#include "name"` in the place of these lines.
struct Includes {
  /// How files that are named are read; nil where there is none of a name.
  typealias Reader = (String) -> String?

  /// Files within files, at most.
  private static let depthLimit = 16

  private(set) var text: String
  private var byteCount = 0
  /// The file and the number of each line; empty where all are of one file.
  private(set) var origins: [(file: String, line: Int)] = []

  /// Puts files in, as far as they can be read; other lines are left as they are, and are errors later.
  ///
  /// The sources of `before` are put before all.
  init(_ text: String, file: String, before: [(source: String, file: String)] = [], _ read: Reader) {
    self.text = String(Self.unmarked(text))
    guard !before.isEmpty || text.contains("#include") else { return }
    var lines: [Substring] = []
    for part in before + [(text, file)] { add(part.source, of: part.file, depth: 0, read, to: &lines) }
    self.text = lines.joined(separator: "\n")
  }

  private mutating func add(
    _ text: String, of file: String, depth: Int, _ read: Reader, to lines: inout [Substring]
  ) {
    // As `SourceText` counts lines; the break of two bytes is one `Character`.
    let all = Self.unmarked(text).split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    for (index, line) in all.enumerated() {
      if depth < Self.depthLimit, byteCount < FrontEnd.sizeLimit, let name = Self.name(in: line),
        let other = read(name)
      {
        add(other, of: name, depth: depth + 1, read, to: &lines)
      } else {
        lines.append(line)
        byteCount += line.utf8.count + 1
        origins.append((file, index + 1))
      }
    }
  }

  /// A text without the mark that some editors write before it, which says that it is UTF-8.
  static func unmarked(_ text: String) -> Substring {
    text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
  }

  /// The file that a line names: one of the folder of the shader, or of a folder in it.
  private static func name(in line: Substring) -> String? {
    var line = line.drop { $0 == " " || $0 == "\t" }
    guard line.hasPrefix("#include") else { return nil }
    line = line.dropFirst(8).drop { $0 == " " || $0 == "\t" }
    guard let open = line.first, open == "\"" || open == "<",
      let end = line.dropFirst().firstIndex(of: open == "<" ? ">" : "\"")
    else { return nil }
    let name = String(line[line.index(after: line.startIndex)..<end])
    let isInside = !name.hasPrefix("/") && !name.split(separator: "/").contains("..") && !name.isEmpty
    return isInside ? name : nil
  }
}
