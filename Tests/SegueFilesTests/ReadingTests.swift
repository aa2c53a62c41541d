import Glibc
import SegueFiles
import SegueTestSupport
import Synchronization
import Testing

@Suite struct ReadingTests {
  @Test("A text is UTF-8 within the limit, or an error")
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

  /// A path through a regular file is missing, like a missing name in a folder.
  @Test func allWaysOfReadingReportTheSameErrors() throws {
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

  /// A file may be exactly as long as the limit; a device, which has no length, is read up to the limit.
  @Test func filesBeyondTheLimitAreErrors() throws {
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

  @Test("Reading may end after the first 16 bytes", arguments: [0, 1, 15, 16, 17, 100, 70_000])
  func firstBytes(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8($0 % 251) }
    let file = try folder.write(bytes, "a.bin")
    let first = Array(bytes.prefix(16))
    for goesOn in [false, true] {
      var asked: [[UInt8]] = []
      let read = try readFile(file, limit: 100_000) { start in
        asked.append(start)
        return goesOn
      }
      #expect(read == (goesOn ? bytes : first))
      #expect(asked.allSatisfy { $0 == first } && (count < 16 || asked.count == 1))
    }
    #expect(try readStart(of: file, count: 16) == first)
  }

  /// Runs in its own process, since observers get all reads of the process.
  @Test("Observers are told of every input, with its bytes if they were all read")
  func observed() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let long = try folder.write([UInt8](repeating: 65, count: 20), "long")
      let short = try folder.write([UInt8](repeating: 65, count: 15), "short")
      let sixteen = try folder.write([UInt8](repeating: 65, count: 16), "sixteen")
      let none = folder.file("none")
      let told = Mutex<[String]>([])
      FileReads.observe { file, part in
        let size = if case .whole(let bytes) = part { bytes.count } else { -1 }
        told.withLock { $0.append("\(file.split(separator: "/").last ?? "") \(size)") }
      }
      func check(_ expected: [String], line: Int = #line, _ read: () throws -> Void) throws {
        try read()
        #expect(told.withLock { $0 } == expected, "line \(line)")
        told.withLock { $0 = [] }
      }
      try check(["long 20"]) { _ = try readFile(long, limit: 20) }
      try check(["long 20"]) { _ = try readText(long, limit: 20) }
      try check(["short 15"]) { _ = try readFile(short, limit: 20) { _ in false } }
      // The file may have more bytes than were read.
      try check([]) { _ = try readFile(sixteen, limit: 20) { _ in false } }
      try check([]) { _ = try readFile(long, limit: 20) { _ in false } }
      try check(["long -1", "null -1"]) {
        _ = try readStart(of: long, count: 4)
        _ = try readStart(of: "/dev/null", count: 4)
      }
      // Reads that are no input, and failed reads, are not reported.
      try check([]) {
        _ = try readFile(long, limit: 20, isInput: false)
        _ = try readFile(short, limit: 20, isInput: false) { _ in false }
        _ = try? readFile(long, limit: 19)
        _ = try? readFile(none, limit: 20)
        _ = try? readStart(of: none, count: 4)
      }
      FileReads.observe { file, _ throws(FileError) in throw .busy(file: file) }
      #expect(throws: FileError.busy(file: long)) { try readFile(long, limit: 20) }
      #expect(throws: FileError.busy(file: short)) { try readFile(short, limit: 20) { _ in false } }
      #expect(throws: FileError.busy(file: long)) { try readStart(of: long, count: 1) }
      FileReads.observe(nil)
      #expect(try readFile(long, limit: 20).count == 20)
    }
  }
}
