/// The header of a shader: one sentence and some keys, in the comments up to the first blank line.
///
/// The keys are `// Author: …`, `// License: …`, `// Source: …` and `// Example: …`.
package struct ShaderHeader: Hashable, Sendable {
  package var author: String?
  package var license: String?
  package var source: String?
  package var example: String?
  /// The first line of the comments that does not have the form `Key: value`.
  package var summary: String?

  package init(
    author: String? = nil, license: String? = nil, source: String? = nil, example: String? = nil,
    summary: String? = nil
  ) {
    self.author = author
    self.license = license
    self.source = source
    self.example = example
    self.summary = summary
  }
}

extension ShaderHeader {
  /// Reads the comments before the first token, at `offset`, up to the first blank line.
  init(_ comments: [Comment], before offset: Int, in source: SourceText) {
    var last: SourcePosition?
    for comment in comments.prefix(while: { $0.text.lowerBound < offset }) {
      let first = source.location(of: comment.text.lowerBound)
      if let last, first.line > last.line + 1 { break }
      last = source.location(of: comment.text.upperBound)
      for line in source.text(comment.text).split(whereSeparator: \.isNewline) {
        read(trimmed(line.drop { $0.isWhitespace || $0 == "*" || $0 == "/" }))
      }
    }
  }

  private mutating func read(_ line: Substring) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isKey = parts.count == 2 && parts[0].allSatisfy { $0.isLetter || $0 == " " }
    let text = isKey ? trimmed(parts[1]) : ""
    let value = text.isEmpty ? nil : String(text)
    switch trimmed(isKey ? parts[0] : "").lowercased() {
    case "author": author = author ?? value
    case "license", "licence": license = license ?? value
    case "source": source = source ?? value
    case "example": example = example ?? value
    case "" where line.contains(where: \.isLetter): summary = summary ?? String(line)
    default: break
    }
  }
}
