import SegueFiles
import SegueTestSupport
import Testing

@Suite struct ReadingTests {
  @Test("A text is UTF-8 and as long as it may be, or an error that says so")
  func texts() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("grün".utf8), "a.txt")
    #expect(try readText(file, limit: 5) == "grün")
    #expect(throws: FileError.notText(file: file, reason: "a text of more than 4 bytes")) {
      try readText(file, limit: 4)
    }
    let other = try folder.write([0x61, 0xff], "b.txt")
    #expect(throws: FileError.notText(file: other, reason: "not a text in UTF-8")) {
      try readText(other, limit: 5)
    }
  }
}
