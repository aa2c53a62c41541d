import SegueRendering
import Testing

@Suite struct SourceExcerptTests {
  /// A long line is cut to the same width at any column, and the caret is below the column.
  @Test(arguments: [0, 1, 40, 109, 110, 111, 170, 400])
  func theCaretIsBelowTheColumn(count: Int) {
    // All characters of the line differ.
    let line = (0..<count).map { UnicodeScalar(UInt32(0x4e00 + $0)) ?? " " }
    for column in 1...count + 1 {
      let lines = sourceExcerpt(String(String.UnicodeScalarView(line)), column: column).split(separator: "\n")
      let (shown, caret) = (Array(lines[0].unicodeScalars.dropFirst(2)), Array(lines[1].dropFirst(2)))
      #expect(shown.count == min(count, 110))
      #expect(caret.last == "^" && caret.dropLast().allSatisfy { $0 == " " })
      if column <= count {
        #expect(shown[caret.count - 1] == line[column - 1], "\(column)")
        // Up to 60 characters before the column are shown.
        #expect(caret.count > min(60, column - 1))
      } else {
        #expect(caret.count == shown.count + 1)
      }
    }
  }

  @Test func controlCharactersBecomeSpaces() {
    #expect(sourceExcerpt("a\u{1b}[2J\tb", column: 2) == "  a [2J b\n   ^")
  }
}
