import Foundation
import SegueFiles
import SegueTestSupport
import Testing

@Suite("Hidden names of long names and of links")
struct HiddenNameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("All names that a file system allows can be written", arguments: [1, 245, 246, 247, 250, 254, 255])
  func longNames(_ length: Int) throws {
    for unit in ["a", "é", FileName.text([0xE9])] {
      let size = FileName.bytes(of: unit).count
      let name = String(repeating: unit, count: length / size) + String(repeating: "b", count: length % size)
      let file = folder.file(name)
      for writer in [nil, "host-1234567"] {
        try writeFile(file, [1].span, overwrite: true, writer: writer)
        try writeFile(file, [1, 2].span, overwrite: true, writer: writer)
      }
      #expect(try names(inFolder: folder.path) == [name])
      // Leftovers of a killed run are found again, and a running one is not disturbed.
      let running = try PartialFile(file, overwrite: true)
      #expect(throws: FileError.busy(file: file)) { try PartialFile(file, overwrite: true) }
      #expect(FileName.bytes(of: String(running.temporary.dropFirst(folder.path.count + 1))).count <= 255)
      removeUnlocked(file)
    }
  }

  @Test("Long names with different ends have different hidden names")
  func noTwoShareOne() throws {
    let start = String(repeating: "a", count: 250)
    #expect(hiddenName(of: start + "1", ".partial") != hiddenName(of: start + "2", ".partial"))
    #expect(hiddenName(of: "x/\(start)1", ".partial") == "x/.\(shortenedName(start + "1")).partial")
    #expect(hiddenName(of: "x/a.png", ".partial") == "x/.a.png.partial")
    let edge = String(repeating: "a", count: 246)
    #expect(hiddenName(of: edge, ".partial") == ".\(edge).partial")
    #expect(hiddenName(of: edge, ".partial", reserve: 1) == ".\(shortenedName(edge)).partial")
  }

  @Test("A name that is too long is an error before anything is written")
  func tooLong() throws {
    let file = folder.file(String(repeating: "a", count: 256))
    let error = FileError.cannotCreate(file: file, reason: "File name too long")
    #expect(throws: error) { try PartialFile(file, overwrite: false) }
    #expect(folder.names().isEmpty)
  }

  @Test("A link is kept, and the file that it names is replaced in its own folder")
  func links() throws {
    try createFolder(of: folder.file("there/target.png"))
    let target = try folder.write([1], "there/target.png")
    let link = folder.file("link.png")
    symlink("there/target.png", link)
    symlink("link.png", folder.file("second.png"))
    symlink(target, folder.file("absolute.png"))
    for (number, name) in ["link.png", "second.png", "absolute.png"].enumerated() {
      let file = folder.file(name)
      let partial = try PartialFile(file, overwrite: true)
      #expect(partial.temporary == folder.file("there/.target.png.partial"))
      try partial.write([7, UInt8(number)].span)
      try partial.publish(durable: true)
      #expect(try readFile(target, limit: 9) == [7, UInt8(number)])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "there/target.png")
      #expect(throws: FileError.exists(file: file)) { try PartialFile(file, overwrite: false) }
    }
    #expect(folder.names(in: "there") == ["target.png"])
  }

  @Test("A dangling link is followed, and a link to itself is an error")
  func linksThatLeadNowhere() throws {
    symlink("new.png", folder.file("dangling.png"))
    #expect(throws: FileError.exists(file: folder.file("dangling.png"))) {
      try writeFile(folder.file("dangling.png"), [1].span, overwrite: false)
    }
    try writeFile(folder.file("dangling.png"), [1].span, overwrite: true)
    #expect(try readFile(folder.file("new.png"), limit: 9) == [1])
    let loop = folder.file("loop.png")
    symlink("loop.png", loop)
    let error = FileError.cannotCreate(file: loop, reason: "Too many levels of symbolic links")
    #expect(throws: error) { try writeFile(loop, [1].span, overwrite: true) }
    #expect(folder.names() == ["dangling.png", "loop.png", "new.png"])
  }
}
