import Glibc
import SegueFiles
import SegueTestSupport
import Testing

/// An export has more frames than a process may have descriptors.
@Suite struct DescriptorTests {
  /// Runs in its own process, since other tests open and close descriptors.
  @Test("No descriptor stays open after reading, writing or running, or after a failure")
  func nothingStaysOpen() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = try folder.write([UInt8](repeating: 7, count: 100), "file")
      let (busy, left) = (folder.file("busy"), folder.file("left"))
      func run(_ name: String) throws {
        _ = try runProgram([name], input: [1], limit: 9, seconds: 60)
      }
      let steps: [(name: String, body: () throws -> Void)] = [
        ("a file", { _ = try readFile(file, limit: 100) }),
        ("its first bytes", { _ = try readFile(file, limit: 100) { _ in false } }),
        ("one too large", { _ = try? readFile(file, limit: 9) }),
        ("a folder", { _ = try? readFile(folder.path, limit: 9) }),
        ("a start", { _ = try readStart(of: file, count: 4) }),
        ("a checksum", { _ = try SHA256.digest(ofFile: file) }),
        ("names", { _ = try names(inFolder: folder.path) }),
        ("a new file", { try writeFile(file, [1].span, overwrite: true, durable: true) }),
        ("one that is there", { _ = try? writeFile(file, [1].span, overwrite: false) }),
        ("one that is let go of", { _ = try PartialFile(busy, overwrite: true) }),
        (
          "one that is busy",
          {
            let first = try PartialFile(busy, overwrite: true)
            #expect(throws: FileError.busy(file: busy)) { try PartialFile(busy, overwrite: true) }
            withExtendedLifetime(first) {}
          }
        ),
        (
          "what was left",
          {
            try folder.write([1], ".left.partial")
            _ = try PartialFile(left, overwrite: false)
            removeUnlocked(try folder.write([1], "left"))
          }
        ),
        ("a device", { try writeFile("/dev/null", [1].span, overwrite: true) }),
        ("a folder's names", { try syncFolder(of: file) }),
        ("a program", { try run("true") }),
        ("one that is not there", { #expect(throws: ProgramError.missing) { try run("no-such-program") } }),
        (
          "one that runs beside",
          { _ = try StartedProgram(["true"], input: nil, output: nil).wait() }
        ),
        (
          "one that cannot",
          { _ = try? StartedProgram(["no-such-program"], input: nil, output: nil) }
        ),
      ]
      for (name, body) in steps {
        // The first call opens descriptors that the process keeps.
        try body()
        let before = try names(inFolder: "/proc/self/fd").count
        for _ in 0..<3 { try body() }
        #expect(try names(inFolder: "/proc/self/fd").count == before, "\(name)")
      }
    }
  }

  @Test("A lack of descriptors is the reported reason")
  func noneLeft() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = try folder.write([1], "file")
      let (new, reason) = (folder.file("new"), "Too many open files")
      var limits = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      let before = limits.rlim_cur
      limits.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      let unreadable = FileError.unreadable(file: file, reason: reason)
      let errors: [(expected: FileError, body: () throws -> Void)] = [
        (unreadable, { _ = try readFile(file, limit: 9) }),
        (unreadable, { _ = try readText(file, limit: 9) }),
        (unreadable, { _ = try readStart(of: file, count: 1) }),
        (unreadable, { _ = try SHA256.digest(ofFile: file) }),
        (.cannotCreate(file: new, reason: reason), { _ = try PartialFile(new, overwrite: true) }),
        (.cannotCreate(file: "a pipe", reason: reason), { _ = try makePipe() }),
        (.cannotCreate(file: "/dev/null", reason: reason), { _ = try openSpecial("/dev/null") }),
        (.writeFailed(file: folder.path + "/", reason: reason), { try syncFolder(of: file) }),
      ]
      for (expected, body) in errors { #expect(throws: expected) { try body() } }
      #expect(throws: ProgramError.notStarted(reason: reason)) {
        try runProgram(["true"], input: [], limit: 9, seconds: 60)
      }
      let unlisted = FileError.unreadable(file: folder.path, reason: "the folder cannot be listed")
      #expect(throws: unlisted) { try names(inFolder: folder.path) }
      limits.rlim_cur = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      #expect(try names(inFolder: folder.path) == ["file"])
    }
  }
}
