import SegueFiles
import Testing

@Suite struct ShellWordTests {
  static let words: [(word: String, text: String)] = [
    ("a-b_1.5:/=@%+,", "a-b_1.5:/=@%+,"), ("grün", "grün"), ("", "''"), ("a b", "'a b'"),
    ("$HOME", "'$HOME'"),
    // A quote ends the quoted part, stands for itself, and begins the next part.
    ("it's", "'it'\\''s'"), ("it''s", "'it'\\'''\\''s'"), ("'a", "''\\''a'"), ("a'", "'a'\\'''"),
    ("'", "''\\'''"),
  ]

  @Test(arguments: words) func isQuotedWhereItHasTo(word: String, text: String) {
    #expect(shellWord(word) == text)
  }

  @Test(arguments: words) func aShellTakesItAsItIs(word: String, text: String) throws {
    let output = try runProgram(
      ["sh", "-c", "printf '<%s>' \(shellWord(word))"], input: [], limit: 100, seconds: 60)
    #expect(output.bytes == Array("<\(word)>".utf8))
  }
}
