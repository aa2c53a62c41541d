import Glibc
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

  /// Nothing can be there below a file, so what is named there is missing, as in a folder that has it not.
  @Test func whatIsNoFileIsSaidAlikeHoweverItIsRead() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([0x61], "a.txt")
    let loop = folder.file("loop")
    symlink(loop, loop)
    let errors: [(String, FileError)] = [
      (loop, .unreadable(file: loop, reason: "Too many levels of symbolic links")),
      (folder.file("none"), .missing(file: folder.file("none"))),
      (folder.file("none/a.txt"), .missing(file: folder.file("none/a.txt"))),
      (file + "/b.txt", .missing(file: file + "/b.txt")),
      (folder.path, .unreadable(file: folder.path, reason: "it is a folder")),
      (
        folder.file("\(String(repeating: "a", count: 300))"),
        .unreadable(file: folder.file("\(String(repeating: "a", count: 300))"), reason: "File name too long")
      ),
    ]
    for (name, error) in errors {
      #expect(throws: error) { try readFile(name, limit: 9) }
      #expect(throws: error) { try readText(name, limit: 9) }
      #expect(throws: error) { try readStart(of: name, count: 1) }
    }
    #expect(try readStart(of: file, count: 5) == [0x61] && readStart(of: file, count: 0) == [])
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
