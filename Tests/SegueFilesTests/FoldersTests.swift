import SegueFiles
import SegueTestSupport
import Testing

@Suite struct FoldersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The folders of a file are made where they are missing, and the file is not")
  func made() throws {
    for _ in 0..<2 {
      try createFolder(of: folder.file("a/b/c.png"))
      #expect(folder.names(in: "a") == ["b"] && folder.names(in: "a/b").isEmpty)
      #expect(isFolderName(folder.file("a/b")))
    }
    // The present folder and the root are there.
    try createFolder(of: "c.png")
    try createFolder(of: "/c.png")
  }

  @Test("The one that cannot be made is named, and those above it are there")
  func refused() throws {
    let long = folder.file("a/\(String(repeating: "b", count: 256))")
    #expect(throws: FileError.cannotCreate(file: long, reason: "File name too long")) {
      try createFolder(of: long + "/c/d.png")
    }
    #expect(folder.names() == ["a"] && folder.names(in: "a").isEmpty)
    #expect(throws: FileError.cannotCreate(file: "/proc/none", reason: "No such file or directory")) {
      try createFolder(of: "/proc/none/a/b.png")
    }
  }

  @Test("A file is no folder, be it the one that is needed or one above it")
  func fileInTheWay() throws {
    let file = try folder.write([1], "file")
    let reason = "\(file) is not a folder"
    #expect(throws: FileError.cannotCreate(file: file + "/a.png", reason: reason)) {
      try createFolder(of: file + "/a.png")
    }
    #expect(throws: FileError.cannotCreate(file: file + "/a", reason: reason)) {
      try createFolder(of: file + "/a/b.png")
    }
    #expect(try contents(of: file) == [1])
  }

  @Test("Where a file does not get its name, the name is said")
  func notRenamed() throws {
    let file = try folder.write([1], "part")
    try createFolder(of: folder.file("name/inner.png"))
    #expect(throws: FileError.cannotCreate(file: folder.file("name"), reason: "Is a directory")) {
      try renameFile(file, to: folder.file("name"))
    }
    try renameFile(file, to: folder.file("other"))
    #expect(folder.names() == ["name", "other"])
  }

  @Test("What another writes to stays; what nobody does is taken away")
  func unlocked() throws {
    let file = try folder.write([1], "part")
    let writer = try PartialFile(folder.file("whole"), overwrite: false)
    removeUnlocked(writer.temporary)
    removeUnlocked(file)
    removeUnlocked(folder.file("none"))
    #expect(folder.names() == [String(writer.temporary.split(separator: "/").last ?? "")])
  }
}
