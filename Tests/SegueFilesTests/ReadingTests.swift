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

  /// A file is as long as it may be; what has no length, such as a device, is read to the limit and no further.
  @Test func filesEndAtTheLimit() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<70_000).map { UInt8($0 % 251) }
    let file = try folder.write(bytes, "a.bin")
    #expect(try readFile(file, limit: 70_000) == bytes)
    #expect(throws: FileError.tooLarge(file: file, limit: 69_999)) { try readFile(file, limit: 69_999) }
    for limit in [100, 65_535, 65_536, 300_000] {
      #expect(throws: FileError.tooLarge(file: "/dev/zero", limit: limit)) {
        try readFile("/dev/zero", limit: limit)
      }
    }
  }
}
