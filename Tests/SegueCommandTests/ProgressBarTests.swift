import Foundation
import Glibc
import SegueTestSupport
import Testing

@Suite("Progress on standard error")
struct ProgressBarTests {
  let folder: TemporaryFolder
  let arguments: [String]

  init() throws {
    folder = try TemporaryFolder()
    arguments = ["render", from, to, "--frames", "20", "-o", folder.file("%d.png")]
  }

  @Test func always() throws {
    let run = try runSegue(arguments + ["--progress-bar", "always"])
    expectSuccess(run)
    #expect(run.output.isEmpty)
    #expect(run.errorText.contains(" frames/s "))
    #expect(run.errorText.contains("20/20 frames") && run.errorText.contains("  0:00 left"))
    #expect(run.errorText.hasSuffix("frames/s)\n"), "the closing line stands on a line of its own")
  }

  @Test("Resuming counts the frames that are missing")
  func resuming() throws {
    expectSuccess(try runSegue(arguments + ["--range", "0-14", "-q"]))
    let run = try runSegue(arguments + ["--resume", "--progress-bar", "always"])
    expectSuccess(run)
    #expect(run.errorText.contains("5/5 frames") && !run.errorText.contains("/20 frames"))
  }

  @Test(arguments: [["--progress-bar", "never"], ["--progress-bar", "auto"], []])
  func notWithoutATerminal(_ options: [String]) throws {
    let run = try runSegue(arguments + options)
    expectSuccess(run)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1, "the closing line only")
    #expect(!run.errorText.contains("left") && !run.errorText.contains("\r"))
  }

  @Test func quiet() throws {
    let run = try runSegue(arguments + ["-q"])
    expectSuccess(run)
    #expect(run.output.isEmpty && run.errorText.isEmpty)
  }

  @Test("On a terminal the bar comes by itself", arguments: [(["-q"], false), ([], true)])
  func terminal(_ options: [String], _ isShown: Bool) throws {
    var main: Int32 = -1
    var terminal: Int32 = -1
    try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
    defer { close(main) }
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
    let run = try RunningProcess(arguments + options, errors: handle).finish()
    expectSuccess(run)
    #expect(run.output.isEmpty)
    close(terminal)
    // All that was written waits in the terminal; it holds more than 20 frames' worth.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(0, read(main, &buffer, buffer.count))
    let text = String(decoding: buffer.prefix(count), as: UTF8.self)
    #expect(text.contains("left") == isShown)
  }

  @Test("Standard error that is closed harms no frame")
  func closedStandardError() throws {
    let run = try runShell("exec \"$0\" \"$@\" 2>&-", arguments + ["--progress-bar", "always"])
    #expect(run.code == 0)
    expectSuccess(
      try runSegue(["render", from, to, "--frames", "20", "-q", "-o", "whole/%d.png"], folder: folder.path))
    for (name, bytes) in try folder.contents(of: "whole") {
      #expect(try SegueCommandTests.bytes(of: folder.file(name)) == bytes)
    }
  }
}
