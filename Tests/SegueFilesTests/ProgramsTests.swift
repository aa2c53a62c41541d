import Foundation
import SegueFiles
import SegueTestSupport
import Testing

@Suite struct ProgramsTests {
  private func run(
    _ script: String, _ input: [UInt8] = [], limit: Int = 1 << 24, seconds: Double = 60
  ) throws(ProgramError) -> ProgramOutput {
    try runProgram(["sh", "-c", script], input: input, limit: limit, seconds: seconds)
  }

  @Test("A program gets its input and returns its output, both larger than a pipe")
  func outputs() throws {
    let bytes = (0..<3_000_000).map { UInt8($0 % 251) }
    let output = try run("cat", bytes)
    #expect(output.bytes == bytes && output.isSuccess && output.complaint.isEmpty)
    let words = try runProgram(
      ["printf", "%s|", "a b", "*", "$HOME", "ü"], input: [], limit: 100, seconds: 60)
    #expect(words.bytes == Array("a b|*|$HOME|ü|".utf8))
  }

  @Test("Exit and complaints of a program are reported")
  func ends() throws {
    let failed = try run("echo one; echo two >&2; exit 3")
    #expect(failed.bytes == Array("one\n".utf8) && failed.complaint == "two\n" && !failed.isSuccess)
    #expect(try !run("kill -9 $$").isSuccess)
    // Long complaints are truncated, and not waited for.
    let long = try run("yes | head -c 300000 >&2")
    #expect(long.isSuccess && long.complaint.hasPrefix("y\ny\n") && long.complaint.utf8.count < 4096)
    let both = try run("echo first >&2; yes | head -c 300000 >&2; echo last >&2; exit 1")
    #expect(both.complaint.hasPrefix("first\ny\n") && both.complaint.hasSuffix("y\nlast\n"))
  }

  @Test("Unread input is no error")
  func unread() throws {
    let bytes = [UInt8](repeating: 7, count: 3_000_000)
    let output = try run("echo enough", bytes)
    #expect(output.isSuccess && output.bytes == Array("enough\n".utf8))
    #expect(try run("exec <&-; echo closed", bytes).bytes == Array("closed\n".utf8))
  }

  @Test("A missing program, too much output and too long a run are errors at once")
  func bounds() throws {
    #expect(throws: ProgramError.missing) {
      try runProgram(["no-such-program-at-all"], input: [], limit: 10, seconds: 60)
    }
    let start = ContinuousClock.now
    #expect(throws: ProgramError.tooMuch) { try run("yes", limit: 100_000) }
    #expect(throws: ProgramError.tooMuch) { try run("printf 12345", limit: 4) }
    #expect(try run("printf 12345", limit: 5).bytes.count == 5)
    for limit in [0, -1, .min] {
      #expect(throws: ProgramError.tooMuch) { try run("printf 1", limit: limit) }
      #expect(try run("exit 0", limit: limit).isSuccess)
    }
    #expect(throws: ProgramError.tooLong) { try run("sleep 1000", seconds: 0.1) }
    // Waits for a program that has closed its outputs, too, and ends its children with it.
    #expect(throws: ProgramError.tooLong) { try run("exec >&- 2>&-; sleep 1000", seconds: 0.1) }
    #expect(throws: ProgramError.tooLong) { try run("sleep 1000 & exit 0", seconds: 0.1) }
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("SIGPIPE ends a program, even if this process ignores it")
  func pipes() throws {
    signal(SIGPIPE, SIG_IGN)
    let output = try run("kill -PIPE $$; echo goes on")
    #expect(output.bytes.isEmpty && !output.isSuccess)
  }

  @Test("A program inherits no other descriptors, and has its own process group")
  func inheritance() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], "a")
    let open = open(file, O_RDONLY)
    defer { close(open) }
    let output = try run("ls /proc/self/fd | sort -n | tail -1; ps -o pgid= -p $$; echo $$")
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    try #require(lines.count == 3, "\(lines) \(output.complaint)")
    // `ls` itself opens the folder.
    #expect(lines[0] == "3" && lines[1] == lines[2])
  }

  @Test(
    "The start and the end of a long complaint are kept, unchanged",
    arguments: [100, 2047, 2048, 2600, 20_000])
  func longComplaints(count: Int) throws {
    let text = String((1000..<6000).map { "\($0)\n" }.joined().prefix(count))
    let said = try run("cat >&2", Array(text.utf8)).complaint
    if count < 2048 {
      #expect(said == text)
    } else {
      #expect((2000..<2048).contains(said.utf8.count))
      #expect(text.hasPrefix(said.prefix(1000)) && text.hasSuffix(said.suffix(1000)))
    }
  }

  @Test("A signal blocked in this process is not blocked in a program")
  func heldBackSignals() throws {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let output = try run("kill -TERM $$; echo goes on")
    #expect(output.bytes.isEmpty && !output.isSuccess)
  }

  @Test("A program on the PATH is an executable file in one of its folders")
  func onPath() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for name in ["first/tool", "second/other", "second/plain", "present/here"] {
        try createFolder(of: folder.file(name))
        chmod(try folder.write([1], name), name.hasSuffix("plain") ? 0o644 : 0o755)
      }
      try createFolder(of: folder.file("second/inner/none"))
      try enterFolder(folder.file("present"))
      let both = "\(folder.file("first")):\(folder.file("second"))"
      func found(_ path: String) -> [String] {
        setenv("PATH", path, 1)
        return ["tool", "other", "plain", "inner", "here", "none"].filter(isOnPath)
      }
      #expect(found(both) == ["tool", "other"])
      #expect(found(folder.file("second")) == ["other"])
      // An empty name of a folder is the working folder.
      for path in [":" + both, both.replacing(":", with: "::"), both + ":"] {
        #expect(found(path) == ["tool", "other", "here"])
      }
      #expect(found("") == ["here"])
      unsetenv("PATH")
      #expect(isOnPath("sh") && !isOnPath("here"))
    }
  }
}
