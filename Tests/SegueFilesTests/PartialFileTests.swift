import Foundation
import SegueFiles
import SegueTestSupport
import Testing

@Suite struct PartialFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The file of a killed run has no lock, and is removed")
  func leftover() throws {
    let file = folder.file("a.png")
    try folder.write([1, 2, 3], ".a.png.partial")
    let bytes: [UInt8] = [4, 5]
    try writeFile(file, bytes.span, overwrite: false)
    #expect(folder.names() == ["a.png"])
    try folder.write([1, 2, 3], ".a.png.partial")
    try writeFile(file, bytes.span, overwrite: true)
    #expect(folder.names() == ["a.png"])
    #expect(try contents(of: file) == bytes)
  }

  @Test("The file of another run is not taken", arguments: [false, true])
  func busy(overwrite: Bool) throws {
    let file = folder.file("a.png")
    let bytes: [UInt8] = [4, 5]
    do {
      let first = try PartialFile(file, overwrite: overwrite)
      #expect(throws: FileError.busy(file: file)) { try PartialFile(file, overwrite: overwrite) }
      try first.write(bytes.span)
      try first.publish()
    }
    #expect(try contents(of: file) == bytes)
    // Without locks, a writer whose hidden file has been removed reports this, and leaves another writer's
    // file unchanged.
    let robbed = try PartialFile(folder.file("b.png"), overwrite: overwrite)
    unlink(robbed.temporary)
    try folder.write([1], ".b.png.partial")
    #expect(throws: FileError.busy(file: folder.file("b.png"))) { try robbed.publish() }
    #expect(folder.names() == [".b.png.partial", "a.png"])
  }

  /// Folders and links cannot be written to, and only a link can be removed.
  @Test("A hidden name that is no file is not written to")
  func inTheWay() throws {
    let file = folder.file("a.png")
    let hidden = folder.file(".a.png.partial")
    let bytes: [UInt8] = [4, 5]
    try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: false)
    #expect(throws: FileError.leftover(file: file, partial: hidden)) {
      try PartialFile(file, overwrite: false)
    }
    #expect(throws: FileError.busy(file: file)) { try PartialFile(file, overwrite: true) }
    #expect(folder.names() == [".a.png.partial"])
    rmdir(hidden)
    let other = try folder.write([7], "other")
    symlink(other, hidden)
    #expect(throws: FileError.leftover(file: file, partial: hidden)) {
      try PartialFile(file, overwrite: false)
    }
    try writeFile(file, bytes.span, overwrite: true)
    #expect(try contents(of: file) == bytes && contents(of: other) == [7])
    #expect(folder.names() == ["a.png", "other"])
  }

  @Test("A durable file has the same bytes", arguments: [false, true])
  func durable(overwrite: Bool) throws {
    let file = folder.file("a.png")
    let bytes: [UInt8] = [4, 5, 6]
    try writeFile(file, bytes.span, overwrite: overwrite, durable: true)
    try syncFolder(of: file)
    #expect(try contents(of: file) == bytes)
    #expect(folder.names() == ["a.png"])
    #expect(
      throws: FileError.writeFailed(file: folder.file("none/"), reason: "No such file or directory")
    ) { try syncFolder(of: folder.file("none/a.png")) }
    // A file of the working folder has no folder in its name.
    try syncFolder(of: "a.png")
  }

  @Test("A file that is abandoned before it is complete leaves nothing")
  func abandoned() throws {
    let bytes: [UInt8] = [4, 5]
    do {
      let partial = try PartialFile(folder.file("a.y4m"), overwrite: false)
      try partial.write(bytes.span)
      #expect(folder.names() == [".a.y4m.partial"])
      #expect(partial.count == 2)
    }
    #expect(folder.names().isEmpty)
  }

  @Test("Several writers of a file have hidden names of their own, and the last one wins")
  func writers() throws {
    let file = folder.file("a.png")
    let plain = try PartialFile(file, overwrite: true)
    let first = try PartialFile(file, overwrite: true, writer: "one")
    #expect(first.file == file && folder.names() == [".a.png.one.partial", ".a.png.partial"])
    try first.write([1].span)
    try plain.write([2, 2].span)
    try first.publish()
    try plain.publish()
    #expect(try contents(of: file) == [2, 2])
    let other = try PartialFile(file, overwrite: true)
    try writeFile(file, [3].span, overwrite: true, writer: "two")
    #expect(try contents(of: file) == [3] && folder.names() == [".a.png.partial", "a.png"])
    withExtendedLifetime(other) {}
  }

  @Test("A device or a pipe is refused, even if it may be replaced", arguments: [false, true])
  func special(overwrite: Bool) throws {
    let pipe = folder.file("pipe")
    mkfifo(pipe, 0o600)
    for file in [pipe, "/dev/null"] {
      let reason = "it is a device or a pipe, where a file is needed"
      #expect(throws: FileError.cannotCreate(file: file, reason: reason)) {
        try PartialFile(file, overwrite: overwrite)
      }
    }
    #expect(folder.names() == ["pipe"])
  }

  @Test("The first bytes can be rewritten after all others")
  func start() throws {
    let partial = try PartialFile(folder.file("a"), overwrite: false)
    try partial.write([1, 2, 3].span)
    try partial.write([4, 5].span)
    try partial.rewriteStart([9, 8].span)
    #expect(partial.count == 5)
    try partial.publish()
    #expect(try contents(of: folder.file("a")) == [9, 8, 3, 4, 5])
  }
}
