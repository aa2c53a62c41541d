/// The files that a source names by `#include "name"`.
///
/// A name is relative to the folder of the including file, else to the folder of the shader. `..` is allowed
/// within the shader's folder.
package struct Includes {
  /// Reads a file by its path from the shader's folder; nil if there is no such file.
  typealias Reader = (String) -> String?

  /// The maximum nesting of includes.
  static let depthLimit = 64

  private let read: Reader?
  private var known: [String: String?] = [:]

  init(_ read: Reader?) { self.read = read }

  /// Whether the source may include files: only if there is a reader.
  var areThere: Bool { read != nil }

  /// Returns the path and the text of an included file, read at most once; nil if it is not in the shader's
  /// folder.
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

  /// Returns a path without `.` and `..`; nil if the path leaves the shader's folder, or names no file.
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

  /// Returns a text without a byte order mark.
  package static func unmarked(_ text: String) -> Substring {
    text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
  }

  /// Returns the file name in a line `#include "name"` or `#include <name>`; nil for other lines.
  package static func name(in line: String) -> String? {
    guard let directive = line.firstRange(of: "include") else { return nil }
    let rest = line[directive.upperBound...].drop { $0 == " " || $0 == "\t" }
    guard let open = rest.first, open == "\"" || open == "<",
      let end = rest.dropFirst().firstIndex(of: open == "<" ? ">" : "\"")
    else { return nil }
    let name = rest[rest.index(after: rest.startIndex)..<end]
    return name.hasPrefix("/") || name.isEmpty ? nil : String(name)
  }
}
