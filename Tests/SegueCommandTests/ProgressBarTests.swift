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

  @Test func alwaysShowsTheBarWithoutATerminal() throws {
    let run = try runSegue(arguments + ["--progress-bar", "always"])
    expectSuccess(run)
    #expect(run.output.isEmpty)
    #expect(run.errorText.contains(" frames/s "))
    #expect(run.errorText.contains("20/20 frames") && run.errorText.contains("  0:00 left"))
    #expect(run.errorText.hasSuffix("frames/s)\n"), "the closing line begins a new line")
  }

  @Test("Resuming counts only missing frames")
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

  @Test("A terminal gets a progress bar by default", arguments: [(["-q"], false), ([], true)])
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
    // The terminal's buffer holds more than the output of 20 frames.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(0, read(main, &buffer, buffer.count))
    let text = String(decoding: buffer.prefix(count), as: UTF8.self)
    #expect(text.contains("left") == isShown)
  }

  @Test("Closed standard error does not affect frames")
  func closedStandardError() throws {
    let run = try runShell("exec \"$0\" \"$@\" 2>&-", arguments + ["--progress-bar", "always"])
    #expect(run.code == 0)
    expectSuccess(
      try runSegue(["render", from, to, "--frames", "20", "-q", "-o", "whole/%d.png"], folder: folder.path))
    for (name, bytes) in try folder.contents(of: "whole") {
      #expect(try SegueCommandTests.bytes(of: folder.file(name)) == bytes)
    }
  }

  @Test("The bar shows the progress in 24 characters")
  func share() throws {
    let run = try runSegue(
      ["render", from, to, "--frames", "5", "-f", "null", "--threads", "1", "--progress-bar", "always"])
    expectSuccess(run)
    let bars = run.errorText.matches(of: #/\r(█*)(░*) (\d+)/5 frames  /#)
    #expect(bars.first?.3 == "1" && bars.last?.3 == "5")
    for bar in bars {
      #expect(bar.1.count == 24 * (Int(bar.3) ?? 0) / 5 && bar.1.count + bar.2.count == 24, "\(bar.0)")
    }
  }

  /// Ten million frames take some minutes; the rate is rounded in print.
  @Test("The remaining time follows from the remaining frames and the rate so far")
  func timeLeft() throws {
    let pipe = Pipe()
    let process = try RunningProcess(
      [
        "render", from, to, "--frames", "10000000", "--size", "640x360", "-f", "null", "--threads", "1",
        "--progress-bar", "always",
      ], errors: pipe)
    defer { if process.isRunning { process.send(SIGKILL) } }
    let form = #/\r░{24} (\d+)/10000000 frames  (\d+) frames/s  (\d+):(\d\d) left \u{1b}\[K/#
    var text = ""
    while text.matches(of: form).count < 2 {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty && text.count < 3000, "\(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    process.send(SIGINT)
    #expect(process.finish(within: 10).code == 130)
    for bar in text.matches(of: form) {
      let (done, rate) = (try #require(Double(bar.1)), try #require(Double(bar.2)))
      let (minutes, seconds) = (try #require(Double(bar.3)), try #require(Double(bar.4)))
      let left = 60 * minutes + seconds
      #expect(seconds < 60 && left >= ((1e7 - done) / (rate + 0.5)).rounded(.up), "\(bar.0)")
      #expect(left <= ((1e7 - done) / max(0.5, rate - 0.5)).rounded(.up), "\(bar.0)")
    }
  }

  @Test("Progress is reported at most ten times a second, and always for the last frame")
  func distances() throws {
    let lines = try lines(ofFrames: 2000)
    let progress = lines.filter { $0.event == "progress" }
    let times = try progress.dropLast().map { try #require($0.seconds) }
    for (time, next) in zip(times, times.dropFirst()) { #expect(next - time > 0.0999, "\(times)") }
    #expect(progress.last?.frame == 2000)
  }

  private struct Event: Decodable {
    let event: String
    let frame: Int?
    let frames: Int?
    let framesPerSecond: Double?
    let seconds: Double?
    let totalSeconds: Double?
  }

  private func lines(ofFrames count: Int) throws -> [Event] {
    let run = try runSegue(
      [
        "render", from, to, "--frames", "\(count)", "-f", "null", "--json-progress", "--size", "640x360",
        "--threads", "1",
      ])
    expectSuccess(run)
    return try run.errorLines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
  }

  @Test("Events state the average frame rate so far")
  func events() throws {
    let lines = try lines(ofFrames: 30)
    var before = 0.0
    for line in lines.dropFirst() {
      let finished = Double(try #require(line.frame ?? line.frames))
      let (rate, seconds) = (try #require(line.framesPerSecond), try #require(line.seconds))
      #expect(abs(rate * seconds - finished) < 1e-6, "\(line)")
      if line.event == "progress" {
        #expect(line.frames == 30 && seconds > before, "\(line)")
        before = seconds
      } else {
        #expect(line.event == "finish" && (line.totalSeconds ?? 0) > seconds, "\(line)")
      }
    }
    #expect(lines.count > 2 && before > 0)
  }
}
