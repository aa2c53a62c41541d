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
  /// `before` is put before all.
  init(_ text: String, file: String, before: (source: String, file: String)? = nil, _ read: Reader) {
    self.text = text
    guard before != nil || text.contains("#include") else { return }
    var lines: [Substring] = []
    if let before { add(before.source, of: before.file, depth: 0, read, to: &lines) }
    add(text, of: file, depth: 0, read, to: &lines)
    self.text = lines.joined(separator: "\n")
  }

  private mutating func add(
    _ text: String, of file: String, depth: Int, _ read: Reader, to lines: inout [Substring]
  ) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
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
