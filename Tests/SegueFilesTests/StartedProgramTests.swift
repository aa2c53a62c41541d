import Foundation
import SegueTestSupport
import Testing

import SegueFiles

/// Programs that run beside this process.
@Suite struct StartedProgramTests {
  /// Runs a line of the shell, and returns why it failed.
  private func run(_ line: String, input: Int32? = nil, output: Int32? = nil) throws -> String? {
    try StartedProgram(["sh", "-c", line], input: input, output: output).wait()
  }

  @Test("The reason of a failure is the last line of errors, or else the exit")
  func complaints() throws {
    #expect(try run("exit 0") == nil)
    #expect(try run("echo hint >&2; exit 0") == nil)
    #expect(try run("exit 3") == "it ended with exit code 3")
    #expect(try run("kill -15 $$") == "signal 15 ended it")
    #expect(try run("printf 'first\\nsecond\\n\\n' >&2; exit 1") == "second")
    #expect(try run("echo said >&2; kill -9 $$") == "said")
  }

  /// With SIGCHLD ignored, the system discards the exit of a process.
  @Test("An unknown exit is no success")
  func waitedForElsewhere() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      for line in ["exit 0", "exit 3", "echo said >&2"] {
        let program = try StartedProgram(["sh", "-c", line], input: nil, output: nil)
        #expect(program.wait() == "it is not known how it ended, since this process ignores SIGCHLD")
        let output = try runProgram(["sh", "-c", line], input: [], limit: 9, seconds: 60)
        #expect(!output.isSuccess && output.bytes.isEmpty)
      }
    }
  }

  @Test("Errors need no reader")
  func manyErrors() throws {
    #expect(try run("yes | head -c 3000000 >&2; echo end >&2; exit 1") == "end")
  }

  @Test("A program reads and writes the given descriptors")
  func streams() throws {
    let (to, from) = (try makePipe(), try makePipe())
    let program = try StartedProgram(["tr", "a-z", "A-Z"], input: to.reading, output: from.writing)
    close(to.reading)
    close(from.writing)
    try writeAll(Array("abc".utf8).span, to: to.writing, named: "a pipe")
    // The program must not inherit the writing end of its input pipe; otherwise its input would never end.
    close(to.writing)
    #expect(program.wait() == nil)
    let bytes = FileHandle(fileDescriptor: from.reading, closeOnDealloc: true).readDataToEndOfFile()
    #expect(String(decoding: bytes, as: UTF8.self) == "ABC")
  }

  @Test("Without descriptors, input is empty and output is discarded")
  func noStreams() throws {
    #expect(try run("test -z \"$(cat)\" && echo lost") == nil)
  }

  @Test("A missing program is an error")
  func missing() {
    #expect(throws: ProgramError.missing) {
      try StartedProgram(["no-such-program"], input: nil, output: nil)
    }
    #expect(!isOnPath("no-such-program") && isOnPath("sh"))
  }

  @Test("An interrupted program ends, with its children", .timeLimit(.minutes(5)))
  func interrupted() throws {
    let end = try makePipe()
    let program = try StartedProgram(["sh", "-c", "sleep 100 & wait"], input: nil, output: end.writing)
    close(end.writing)
    program.interrupt()
    #expect(program.wait() == "signal 9 ended it")
    program.interrupt()
    // All holders of the other end are gone.
    #expect(FileHandle(fileDescriptor: end.reading, closeOnDealloc: true).readDataToEndOfFile().isEmpty)
  }

  @Test("A program without references is ended", .timeLimit(.minutes(5)))
  func forgotten() throws {
    let end = try makePipe()
    _ = try StartedProgram(["sleep", "100"], input: nil, output: end.writing)
    close(end.writing)
    #expect(FileHandle(fileDescriptor: end.reading, closeOnDealloc: true).readDataToEndOfFile().isEmpty)
  }
}
