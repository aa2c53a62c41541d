/// Returns a line of source, and below it a caret at a column, as compilers show errors.
///
/// Both lines are indented by two spaces.
///
/// A long line is cut around the column; control characters become spaces. The column is counted in
/// characters from 1.
package func sourceExcerpt(_ line: String, column: Int) -> String {
  let characters = Array(line.unicodeScalars)
  let place = min(column - 1, characters.count)
  let start = max(0, min(place - 60, characters.count - 110))
  let shown = characters[start..<min(characters.count, start + 110)].map { character in
    character.properties.generalCategory == .control ? " " : character
  }
  let indent = String(repeating: " ", count: place - start)
  return "  \(String(String.UnicodeScalarView(shown)))\n  \(indent)^"
}
