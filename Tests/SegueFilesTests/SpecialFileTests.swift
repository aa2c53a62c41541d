import Foundation
import SegueFiles
import SegueTestSupport
import Synchronization
import Testing

@Suite struct SpecialFileTests {
  @Test("The reader of a named pipe sees its end after a file is written, and the process continues")
  func namedPipe() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let read = Mutex<Data?>(nil)
    let reading = DispatchGroup()
    DispatchQueue.global().async(group: reading) {
      let data = try? FileHandle(forReadingFrom: URL(filePath: pipe)).readToEnd()
      read.withLock { $0 = data }
    }
    try writeFile(pipe, [1, 2, 3].span, overwrite: false)
    #expect(reading.wait(timeout: .now() + 20) == .success)
    #expect(read.withLock { $0 } == Data([1, 2, 3]))
    #expect(folder.names() == ["pipe"])
  }

  @Test("A file that cannot be opened for writing stays, and the error has the system's reason")
  func socket() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("socket")
    try #require(mknod(file, S_IFSOCK | 0o600, 0) == 0)
    #expect(isSpecial(file))
    for overwrite in [false, true] {
      #expect(throws: FileError.cannotCreate(file: file, reason: "No such device or address")) {
        try writeFile(file, [1].span, overwrite: overwrite)
      }
    }
    #expect(folder.names() == ["socket"] && isSpecial(file))
  }
}
