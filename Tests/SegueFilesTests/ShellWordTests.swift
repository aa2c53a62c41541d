import SegueFiles
import Testing

@Suite struct ShellWordTests {
  static let words: [(word: String, text: String)] = [
    ("a-b_1.5:/=@%+,", "a-b_1.5:/=@%+,"), ("grün", "grün"), ("", "''"), ("a b", "'a b'"),
    ("$HOME", "'$HOME'"),
    // A quote ends the quoted part, is escaped, and begins the next part.
    ("it's", "'it'\\''s'"), ("it''s", "'it'\\'''\\''s'"), ("'a", "''\\''a'"), ("a'", "'a'\\'''"),
    ("'", "''\\'''"),
    // A combining mark after a quote does not matter to a shell.
    ("a b'\u{301}; id #", "'a b'\\''\u{301}; id #'"),
  ]

  @Test(arguments: words) func wordsAreQuotedIfNecessary(word: String, text: String) {
    #expect(shellWord(word) == text)
  }

  @Test(arguments: words) func aShellReadsTheOriginalWord(word: String, text: String) throws {
    let output = try runProgram(
      ["sh", "-c", "printf '<%s>' \(shellWord(word))"], input: [], limit: 100, seconds: 60)
    #expect(output.bytes == Array("<\(word)>".utf8))
  }

  @Test("All characters pass a shell unchanged, in any position")
  func everyCharacter() throws {
    let characters = (1...127).map { String(UnicodeScalar(UInt8($0))) } + ["½", "²", "家", "é", "\u{a0}"]
    let words = characters.flatMap { [$0, $0 + "a", "a" + $0, "a\($0)=b"] }
    let line = "printf '<%s>' " + words.map(shellWord).joined(separator: " ")
    let output = try runProgram(["sh", "-c", line], input: [], limit: 10_000, seconds: 60)
    #expect(output.bytes == words.flatMap { Array("<\($0)>".utf8) })
  }
}
