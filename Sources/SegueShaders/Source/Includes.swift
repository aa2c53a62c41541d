/// The files that a source names by `#include "name"`.
///
/// A name counts from the folder of the file that has the line, else from that of the shader; it may go up by `..`, never out of the
/// shader's folder.
struct Includes {
  /// Reads a file by its path from the shader's folder; nil where there is none.
  typealias Reader = (String) -> String?

  /// Files within files, at most.
  static let depthLimit = 64

  private let read: Reader?
  private var known: [String: String?] = [:]

  init(_ read: Reader?) { self.read = read }

  /// Whether files that a source names may be read.
  var areThere: Bool { read != nil }

  /// The path and the text of a file that another one names; nil where there is none within the shader's folder.
  ///
  /// Each file is read once.
  mutating func file(_ name: String, from other: String) -> (path: String, text: String)? {
    guard let read else { return nil }
    for folder in [Self.folder(of: other), ""] {
      guard let path = Self.path(folder + name) else { continue }
      let text = known[path] ?? read(path)
      known[path] = text
      if let text { return (path, text) }
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// A path without `.` and `..`; nil for one that leads out of the folder, or to no file.
  private static func path(_ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasSuffix("/"), !path.isEmpty else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": break
      case "..": if parts.popLast() == nil { return nil }
      default: parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// A text without the mark that some editors write before it, which says that it is UTF-8.
  static func unmarked(_ text: String) -> Substring {
    text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
  }

  /// The file that a line `#include "name"` or `#include <name>` names.
  static func name(in line: String) -> String? {
    guard let directive = line.firstRange(of: "include") else { return nil }
    let rest = line[directive.upperBound...].drop { $0 == " " || $0 == "\t" }
    guard let open = rest.first, open == "\"" || open == "<",
      let end = rest.dropFirst().firstIndex(of: open == "<" ? ">" : "\"")
    else { return nil }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    return name.hasPrefix("/") || name.isEmpty ? nil : String(name)
  }
}
