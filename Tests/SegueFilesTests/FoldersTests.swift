import Glibc
import SegueFiles
import SegueTestSupport
import Testing

@Suite struct FoldersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Missing folders of a file are created, the file is not")
  func made() throws {
    for _ in 0..<2 {
      try createFolder(of: folder.file("a/b/c.png"))
      #expect(folder.names(in: "a") == ["b"] && folder.names(in: "a/b").isEmpty)
      #expect(isFolderName(folder.file("a/b")))
    }
    // The working directory and the root exist already.
    try createFolder(of: "c.png")
    try createFolder(of: "/c.png")
  }

  @Test("The error names the folder that cannot be created, and its parents stay")
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

  @Test("A file in place of the folder or of a parent is an error")
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

  @Test("The error of a failed rename has the new name")
  func notRenamed() throws {
    let file = try folder.write([1], "part")
    try createFolder(of: folder.file("name/inner.png"))
    #expect(throws: FileError.cannotCreate(file: folder.file("name"), reason: "Is a directory")) {
      try renameFile(file, to: folder.file("name"))
    }
    try renameFile(file, to: folder.file("other"))
    #expect(folder.names() == ["name", "other"])
  }

  @Test("A file with a writer stays, one without a writer is removed")
  func unlocked() throws {
    let file = try folder.write([1], "part")
    let writer = try PartialFile(folder.file("whole"), overwrite: false)
    removeUnlocked(writer.temporary)
    removeUnlocked(file)
    removeUnlocked(folder.file("none"))
    let hidden = String(writer.temporary.split(separator: "/").last ?? "")
    #expect(folder.names() == [hidden])
    // Neither a link nor the file to which it refers is removed.
    let other = try folder.write([2], "other")
    symlink(other, folder.file("link"))
    removeUnlocked(folder.file("link"))
    #expect(folder.names() == [hidden, "link", "other"])
  }

  @Test("Files, folders, links and pipes are distinguished, and links are followed")
  func kinds() throws {
    let file = try folder.write([1, 2, 3], "file")
    try folder.write([], "empty")
    try createFolder(of: folder.file("inner/none"))
    symlink(file, folder.file("link"))
    symlink(folder.file("none"), folder.file("dangling"))
    mkfifo(folder.file("pipe"), 0o600)
    let all: [(name: String, count: Int?, isFolder: Bool, isSpecial: Bool)] = [
      ("file", 3, false, false), ("empty", 0, false, false), ("link", 3, false, false),
      ("inner", nil, true, false), ("pipe", nil, false, true), ("dangling", nil, false, false),
      ("none", nil, false, false),
    ]
    for (name, count, isFolder, isOther) in all {
      let path = folder.file(name)
      #expect(byteCount(of: path) == count && isRegularFile(path) == (count != nil), "\(name)")
      #expect(hasBytes(path) == (count ?? 0 > 0), "\(name)")
      #expect(isFolderName(path) == isFolder && isSpecial(path) == isOther, "\(name)")
      #expect(fileExists(path) == (count != nil || isFolder || isOther), "\(name)")
    }
    #expect(try names(inFolder: folder.path).sorted() == all.map(\.name).filter { $0 != "none" }.sorted())
    for other in [folder.file("none"), file] {
      #expect(throws: FileError.unreadable(file: other, reason: "not a folder")) {
        try names(inFolder: other)
      }
    }
  }

  @Test("A real path has no links, and a missing file has none")
  func paths() throws {
    let file = try folder.write([1], "file")
    symlink(file, folder.file("link"))
    let path = try realPath(file)
    #expect(path.hasPrefix("/") && path.hasSuffix("/file"))
    #expect(try realPath(folder.file("link")) == path && realPath(folder.file(".//file")) == path)
    let none = folder.file("none")
    #expect(throws: FileError.missing(file: none)) { try realPath(none) }
    #expect(throws: FileError.unreadable(file: none, reason: "No such file or directory")) {
      try enterFolder(none)
    }
  }

  @Test("The host name is the system's")
  func machine() throws {
    #expect(try readText("/proc/sys/kernel/hostname", limit: 300) == hostName() + "\n")
  }

  @Test("Permissions of new files and folders follow the process's mask")
  func modes() throws {
    mkdir(folder.file("plain"), 0o777)
    close(open(folder.file("plain/file"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o666))
    try writeFile(folder.file("plain/written"), [1].span, overwrite: false)
    try createFolder(of: folder.file("a/b/file"))
    func mode(_ name: String) -> mode_t {
      var information = stat()
      return stat(folder.file(name), &information) == 0 ? information.st_mode & 0o7777 : 0
    }
    #expect(mode("a") == mode("plain") && mode("a/b") == mode("plain"))
    #expect(mode("plain/written") == mode("plain/file") && mode("plain/file") != 0)
  }
}
