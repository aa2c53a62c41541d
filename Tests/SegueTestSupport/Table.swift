import Foundation
import Testing

/// Compares lines with the first table under a heading of a page; with `SEGUE_TABLES`, replaces the table in
/// the page by the lines.
///
/// `scripts/docs --tables` sets the variable.
package func checkTable(_ table: [String], under heading: String, of page: String) throws {
  var lines = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "\n")
  let start = try #require(lines.firstIndex(of: "## \(heading)"))
  let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") } ?? lines.endIndex
  let first = try #require(lines[start..<end].firstIndex { $0.hasPrefix("|") })
  let last = lines[first..<end].prefix { $0.hasPrefix("|") }.endIndex
  if ProcessInfo.processInfo.environment["SEGUE_TABLES"] != nil {
    lines.replaceSubrange(first..<last, with: table)
    try lines.joined(separator: "\n").write(toFile: page, atomically: true, encoding: .utf8)
  } else {
    #expect(Array(lines[first..<last]) == table, "scripts/docs --tables writes the table again")
  }
}
