// Extracts the examples of files into Swift that the compiler can check, with the line numbers of their
// origin:
//
//     ExampleExtractor LIST (FILE OUTPUT)…
//
// All blocks of a page form one function, in order; so do those of a doc comment. LIST becomes a table of the
// articles, whose examples are also run.
import Foundation

@main
struct Extractor {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard let list = arguments.popFirst() else { return }
    var articles: [String] = []
    var number = 0
    while let file = arguments.popFirst(), let output = arguments.popFirst() {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let isPage = file.hasSuffix(".md")
      var source = "import Segue\n"
      for example in isPage ? [fences(lines)] : comments(lines) where !example.isEmpty {
        number += 1
        source += function(example, name: "example\(number)", file: file)
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        if isPage, name == "README" || file.contains(".docc/") {
          articles.append("  (\"\(name)\", { () async throws in try await example\(number)() }),\n")
        }
      }
      try write(source, to: output)
    }
    let type = "[(name: String, run: @Sendable () async throws -> Void)]"
    try write("let articles: \(type) = [\n\(articles.joined())]\n", to: list)
  }
}

/// Writes a file, unless it already has this content, so that unchanged files are not recompiled.
private func write(_ text: String, to file: String) throws {
  if (try? String(contentsOfFile: file, encoding: .utf8)) == text { return }
  try text.write(toFile: file, atomically: true, encoding: .utf8)
}

/// Consecutive lines, and the number of the first.
private struct Block {
  var lines: [String] = []
  let start: Int
}

/// Returns the Swift blocks of a page.
private func fences(_ lines: [String]) -> [Block] {
  var blocks: [Block] = []
  var isInside = false
  for (index, line) in lines.enumerated() {
    if line == "```swift" {
      isInside = true
      blocks.append(Block(start: index + 2))
    } else if line.hasPrefix("```") {
      isInside = false
    } else if isInside {
      blocks[blocks.count - 1].lines.append(line)
    }
  }
  return blocks
}

/// Returns the indented blocks of each doc comment of a public declaration.
private func comments(_ lines: [String]) -> [[Block]] {
  var comments: [[Block]] = []
  var blocks: [Block] = []
  /// Whether a block may begin, after an empty line of the comment.
  var isOpen = false
  /// The unindented declaration that contains the lines.
  var container = ""
  for (index, line) in lines.enumerated() {
    let text = line.drop { $0 == " " }
    if text.hasPrefix("///") {
      let content = text.dropFirst(3)
      let last = blocks.last
      let continues = last.map { $0.start + $0.lines.count == index + 1 } ?? false
      if content.hasPrefix("     "), isOpen || continues {
        if !continues { blocks.append(Block(start: index + 1)) }
        blocks[blocks.count - 1].lines.append(String(content.dropFirst(5)))
      } else if continues, content.isEmpty {
        blocks[blocks.count - 1].lines.append("")
      }
      isOpen = content.isEmpty
      continue
    }
    if text.hasPrefix("@") && !text.contains(" func ") && !text.contains(" var ") { continue }
    if line.first.map({ $0 != " " && $0 != "}" }) ?? false { container = line }
    let words = text.split(separator: " ").map(String.init)
    let access = words.first { ["public", "package", "internal", "fileprivate", "private"].contains($0) }
    let isInherited = container.hasPrefix("public protocol") || container.hasPrefix("public extension")
    if access == "public" || access == nil && (words.first == "case" || isInherited) {
      if !blocks.isEmpty { comments.append(blocks) }
    }
    blocks = []
    isOpen = false
  }
  return comments
}

private let declarations = [
  "struct ", "enum ", "final class ", "class ", "actor ", "extension ", "protocol ",
]

/// Makes a function that holds an example.
///
/// Imports are always outside of the function; types are if an extension needs them.
private func function(_ blocks: [Block], name: String, file: String) -> String {
  let hasExtensions = blocks.contains { block in
    block.lines.contains { $0.hasPrefix("extension ") || $0.hasPrefix("protocol ") }
  }
  var beside = Part()
  var inside = Part()
  for block in blocks {
    var isDeclaration = false
    for (offset, line) in block.lines.enumerated() {
      let place = (file: file, line: block.start + offset)
      let begins = hasExtensions && declarations.contains { line.hasPrefix($0) }
      if begins { isDeclaration = true }
      if isDeclaration || line.hasPrefix("import ") {
        beside.add((begins && !line.hasPrefix("extension ") ? "private " : "") + line, place)
      } else {
        inside.add(line, place)
      }
      if isDeclaration, line == "}" || begins && line.hasSuffix("}") { isDeclaration = false }
    }
  }
  // In an asynchronous function, `renderer.frame(at:)` would have to be awaited in every example.
  let isAsync = blocks.contains { $0.lines.contains { $0.contains("await ") } }
  return "\(beside.ended)func \(name)()\(isAsync ? " async" : "") throws {\n\(inside.ended)}\n"
}

/// Lines that the compiler reports under their original numbers.
private struct Part {
  private var text = ""
  /// The line number that the next line has without a directive.
  private var next = 0

  mutating func add(_ line: String, _ place: (file: String, line: Int)) {
    if place.line != next { text += "#sourceLocation(file: \"\(place.file)\", line: \(place.line))\n" }
    text += line + "\n"
    next = place.line + 1
  }

  var ended: String { text.isEmpty ? "" : text + "#sourceLocation()\n" }
}
