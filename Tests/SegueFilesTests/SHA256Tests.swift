import Glibc
import SegueFiles
import SegueTestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "The examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(_ text: String, _ digest: String) {
    let bytes = Array(text.utf8)
    #expect(SHA256.digest(of: bytes.span) == digest)
  }

  @Test("A million letters a, in parts of all lengths")
  func million() {
    var hash = SHA256()
    let bytes = [UInt8](repeating: 97, count: 200)
    var (left, length) = (1_000_000, 1)
    while left > 0 {
      let count = min(left, length)
      hash.add(bytes.span.extracting(first: count))
      left -= count
      length = length % 200 + 1
    }
    #expect(hash.digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(hash.digest == hash.digest, "reading the digest changes nothing")
  }

  @Test("Equals sha256sum, for lengths around block boundaries")
  func sha256sum() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(256)
    for count in [1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, (1 << 20) + 3] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let file = try folder.write(bytes, "\(count)")
      let theirs = try runProgram(["sha256sum", file], input: [], limit: 1 << 16, seconds: 20)
      let text = String(decoding: theirs.bytes.prefix(64), as: UTF8.self)
      #expect(SHA256.digest(of: bytes.span) == text, "\(count) bytes")
      #expect(try SHA256.digest(ofFile: file) == (text, count), "\(count) bytes")
    }
    #expect(throws: FileError.missing(file: folder.file("gone"))) {
      try SHA256.digest(ofFile: folder.file("gone"))
    }
  }

  @Test("A file that cannot be read has no digest")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], "a")
    let loop = folder.file("loop")
    symlink(loop, loop)
    let errors: [(String, FileError)] = [
      (loop, .unreadable(file: loop, reason: "Too many levels of symbolic links")),
      (folder.path, .unreadable(file: folder.path, reason: "Is a directory")),
      (file + "/b", .missing(file: file + "/b")),
    ]
    for (name, error) in errors {
      #expect(throws: error) { try SHA256.digest(ofFile: name) }
    }
  }
}
