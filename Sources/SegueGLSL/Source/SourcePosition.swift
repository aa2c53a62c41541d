/// A line and column in a shader's source.
package struct SourcePosition: Hashable, Sendable {
  /// Line, counted from 1.
  package var line: Int
  /// Column in characters, counted from 1.
  package var column: Int

  /// Makes a position from its line and column, both counted from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
