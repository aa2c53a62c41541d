import Foundation
import SegueFiles
import SegueTestSupport
import SystemPackage
import Testing

@Suite("File names that are not UTF-8")
struct FileNameTests {
  @Test("Conversion between bytes and text is reversible for any bytes")
  func everyByteIsKept() {
    var random = SeededGenerator(6)
    let parts: [[UInt8]] = [
      [0xE9], [0xC3, 0xA9], [0x61], [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F],
      [0xED, 0xA0, 0x80],
      [0xC0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xF5], [0xE2, 0x82], [0xCC, 0x81], [0x2F],
    ]
    for count in 0..<2000 {
      let bytes = (0..<count % 12).flatMap { _ in
        random.next() % 3 == 0 ? [UInt8(truncatingIfNeeded: random.next())] : parts[Int(random.next() % 13)]
      }
      let text = FileName.text(bytes)
      #expect(FileName.bytes(of: text) == bytes)
      let isText = String(validating: bytes, as: UTF8.self).map { !FileName.hasEscapes($0) } ?? false
      #expect(FileName.hasEscapes(text) == !isText)
      #expect(!FileName.hasEscapes(FileName.shown(text)))
    }
  }

  @Test("An invalid byte becomes one character, which is shown in hexadecimal")
  func forms() {
    let name = FileName.text(Array("caf".utf8) + [0xE9] + Array(".png".utf8))
    #expect(name == "caf\u{10FEE9}.png" && FileName.shown(name) == "caf\\xE9.png")
    #expect(FileName.text(Array("café.png".utf8)) == "café.png" && FileName.shown("café.png") == "café.png")
    // A character of the private use area in a name is escaped as well, so that no two names have the same
    // text.
    #expect(FileName.shown(FileName.text(Array("\u{10FEE9}".utf8))) == "\\xF4\\x8F\\xBB\\xA9")
  }

  @Test("Files, folders and links with such names are found, read, written and listed")
  func files() throws {
    let folder = try TemporaryFolder()
    let inner = folder.file(FileName.text([0x61, 0xFF]))
    let file = "\(inner)/\(FileName.text([0x62, 0xE9]))"
    try createFolder(of: file)
    try writeFile(file, [1, 2].span, overwrite: false)
    #expect(try readFile(file, limit: 9) == [1, 2] && names(inFolder: inner) == ["b\u{10FEE9}"])
    #expect(fileExists(file) && isRegularFile(file) && isFolderName(inner) && byteCount(of: file) == 2)
    #expect(try readStart(of: file, count: 1) == [1] && SHA256.digest(ofFile: file).count == 2)
    #expect(throws: FileError.exists(file: file)) { try writeFile(file, [3].span, overwrite: false) }
    let other = "\(inner)/\(FileName.text([0xFE]))"
    try renameFile(file, to: other)
    #expect(try realPath(other).hasSuffix("/a\u{10FEFF}/\u{10FEFE}"))
    // The system shows the bytes themselves.
    let listed = try runProgram(["ls", inner], input: [], limit: 99, seconds: 60)
    #expect(listed.bytes == [0xFE, 10])
    // Names from Foundation and swift-system.
    #expect(FilePath(platformString: [0x2F, CChar(bitPattern: 0xE9), 0]).filePath() == "/\u{10FEE9}")
    let url = try #require(URL(string: "file:///tmp/a%FFb%20c"))
    #expect(try url.filePath() == "/tmp/a\u{10FEFF}b c")
  }

  @Test("A name with a zero byte does not name the file before it")
  func zero() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], "a")
    #expect(!fileExists(file + "\0b"))
    #expect(throws: FileError.missing(file: file + "\0b")) { try readFile(file + "\0b", limit: 9) }
  }

  @Test("A UTF-8 byte order mark is skipped, and other encodings are named")
  func byteOrderMarks() throws {
    let folder = try TemporaryFolder()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try readText(folder.write(mark + [0x61], "utf-8"), limit: 9) == "a")
    #expect(try readText(folder.write(mark, "empty"), limit: 9).isEmpty)
    for (bytes, name) in [
      ([0xFF, 0xFE, 0x61, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x61], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF], "UTF-32"),
    ] as [([UInt8], String)] {
      let file = try folder.write(bytes, "other")
      let error = FileError.notText(file: file, reason: "a text in \(name); save it in UTF-8")
      #expect(throws: error) { try readText(file, limit: 9) }
      #expect(throws: error) { try readText(file, limit: 9, other: .keptAsNames) }
    }
    let latin = try folder.write([0x61, 0xE9], "latin")
    #expect(throws: FileError.notText(file: latin, reason: "not a text in UTF-8")) {
      try readText(latin, limit: 9)
    }
    #expect(try readText(latin, limit: 9, other: .keptAsNames) == "a\u{10FEE9}")
    let binary = try folder.write([0x61, 0xE9, 0], "binary")
    #expect(throws: FileError.notText(file: binary, reason: "not a text in UTF-8")) {
      try readText(binary, limit: 9, other: .keptAsNames)
    }
  }
}
