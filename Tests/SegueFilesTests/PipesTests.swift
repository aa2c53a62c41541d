import Glibc
import SegueFiles
import SegueTestSupport
import Testing

@Suite struct PipesTests {
  @Test("waitUntilRead succeeds when a pipe is empty, and fails if its reader has closed")
  func untilRead() throws {
    let pipe = try makePipe()
    defer { close(pipe.writing) }
    #expect(waitUntilRead(pipe.writing))
    try writeAll([1, 2].span, to: pipe.writing, named: "a pipe")
    var bytes: [UInt8] = [0, 0, 0]
    #expect(read(pipe.reading, &bytes, 3) == 2 && bytes == [1, 2, 0])
    #expect(waitUntilRead(pipe.writing))
    try writeAll([3].span, to: pipe.writing, named: "a pipe")
    close(pipe.reading)
    #expect(!waitUntilRead(pipe.writing))
    // Invalid descriptors fail.
    #expect(!waitUntilRead(-1))
  }

  @Test("Programs inherit no end of a pipe")
  func ends() throws {
    let pipe = try makePipe()
    for end in [pipe.reading, pipe.writing] {
      #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
      close(end)
    }
  }
}
