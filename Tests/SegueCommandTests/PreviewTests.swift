import Foundation
import Glibc
import Segue
import SegueCommand
import SegueTestSupport
import Synchronization
import Testing

/// A pseudo-terminal that collects output, may answer queries, and sends keys.
final class PseudoTerminal: Sendable {
  let main: Int32
  let side: Int32
  private let collected = Collected()

  private final class Collected: Sendable {
    let text = Mutex("")
    let isOver = Mutex(false)
  }

  /// Opens a terminal that answers the query of its features with `answer`, and 20 ms later with `rest`; nil
  /// stands for no answer.
  ///
  /// `width` and `height` are its reported size in pixels; 0 is unknown.
  init(
    columns: UInt16 = 60, rows: UInt16 = 20, width: UInt16 = 0, height: UInt16 = 0,
    answer: String? = "\u{1b}[?1;2c", rest: String = ""
  ) throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlocked, number) = (CInt(0), CInt(0))
    // The requests are TIOCSPTLCK and TIOCGPTN.
    try #require(
      main >= 0 && ioctl(main, 0x4004_5431, &unlocked) == 0 && ioctl(main, 0x8004_5430, &number) == 0)
    side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(side >= 0)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
    try #require(ioctl(side, UInt(TIOCSWINSZ), &size) == 0)
    // The reader ends when all other descriptors of the terminal are closed, or when the terminal hangs up.
    Thread.detachNewThread { [main, collected] in
      var bytes = [UInt8](repeating: 0, count: 65536)
      var hasAnswered = false
      while !collected.isOver.withLock({ $0 }) {
        var request = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 50) == 0 { continue }
        let count = read(main, &bytes, bytes.count)
        guard count > 0 else { break }
        let piece = String(decoding: bytes[..<count], as: UTF8.self)
        let isAsked = collected.text.withLock { text in
          text += piece
          return text.contains("\u{1b}[c")
        }
        if isAsked, !hasAnswered, let answer {
          hasAnswered = true
          _ = write(main, answer, answer.utf8.count)
          if !rest.isEmpty {
            usleep(20_000)
            _ = write(main, rest, rest.utf8.count)
          }
        }
      }
      close(main)
    }
  }

  deinit { close(side) }

  var output: String { collected.text.withLock { $0 } }
  var attributes: [UInt8] {
    var attributes = termios()
    tcgetattr(side, &attributes)
    return withUnsafeBytes(of: attributes) { Array($0) }
  }

  /// Hangs up after a short time, as when the window of a terminal is closed.
  func hangUp() { collected.isOver.withLock { $0 = true } }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(main, bytes, bytes.count)
  }

  func wait(_ what: String, until isTrue: (String) -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 20)
    while !isTrue(output) {
      try #require(Date() < end, "not within 20 seconds: \(what)")
      usleep(5000)
    }
  }
}

@Suite("segue preview in a terminal")
struct PreviewTests {
  private func start(
    _ terminal: PseudoTerminal, _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> RunningProcess {
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    // The tests' own terminal must not influence the result.
    let neutral = ["TERM_PROGRAM": "", "LC_TERMINAL": "", "COLORTERM": "truecolor"]
    return try RunningProcess(
      ["preview", from, to, "-t", "cross-dissolve"] + options, input: handle, output: handle, errors: handle,
      environment: neutral.merging(environment) { $1 })
  }

  private static let entering = "\u{1b}[?1049h\u{1b}[?25l"
  private static let leaving = "\u{1b}[?25h\u{1b}[?1049l"
  /// Cancels an unfinished sequence, ends an update and colors, and clears the screen.
  private static let clearing = "\u{18}\u{1b}\\\u{1b}[?2026l\u{1b}[0m\u{1b}[2J"

  /// Ends a playing preview, and expects the terminal to be restored.
  private func expectGivenBack(
    code: Int32, _ options: [String] = [], by end: (PseudoTerminal, RunningProcess) -> Void
  )
    throws
  {
    let terminal = try PseudoTerminal()
    let before = terminal.attributes
    let process = try start(terminal, options)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") && $0.contains("▀") }
    #expect(terminal.attributes != before, "keys are read one by one")
    #expect(terminal.output.contains(Self.entering))
    end(terminal, process)
    #expect(process.finish(within: 5).code == code)
    #expect(terminal.attributes == before)
    try terminal.wait("the screen is left") { $0.hasSuffix(Self.leaving) }
    #expect(terminal.output.hasSuffix(Self.clearing + Self.leaving))
  }

  @Test(arguments: ["q", "Q", " q", "\u{1b}[Cq", "\u{1b}[D\u{1b}[D q"])
  func quits(_ keys: String) throws { try expectGivenBack(code: 0) { terminal, _ in terminal.type(keys) } }

  @Test func controlCRestoresTheTerminal() throws {
    try expectGivenBack(code: 130) { terminal, _ in terminal.type("\u{3}") }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func signalsRestoreTheTerminal(_ signal: Int32) throws {
    try expectGivenBack(code: 128 + signal) { _, process in process.send(signal) }
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
  func crashesRestoreTheTerminal(_ signal: Int32) throws {
    try expectGivenBack(code: -signal) { _, process in process.send(signal) }
  }

  @Test("A preview ends if its terminal is gone, even when it has nothing to write")
  func terminalGone() throws {
    let terminal = try PseudoTerminal()
    let process = try start(terminal)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type(" ")
    try terminal.wait("it pauses") { $0.contains("⏸ cross-dissolve") }
    terminal.hangUp()
    #expect(process.finish(within: 5).code == 128 + SIGHUP)
  }

  @Test("A preview is not suspended while it has the terminal")
  func suspension() throws {
    try expectGivenBack(code: 0) { terminal, process in
      process.send(SIGTSTP)
      terminal.type("q")
    }
  }

  @Test("A signal that the parent process blocked still ends a preview")
  func blockedSignal() throws {
    let terminal = try PseudoTerminal()
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    let process = try RunningProcess(
      ["--block-signal=TERM", segue, "preview", from, to, "-t", "cross-dissolve"], program: "/usr/bin/env",
      input: handle, output: handle, errors: handle)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    process.send(SIGTERM)
    #expect(process.finish(within: 5).code == 143)
    try terminal.wait("the screen is left") { $0.hasSuffix(Self.leaving) }
  }

  @Test func onceEndsByItself() throws {
    try expectGivenBack(code: 0, ["--once", "--duration", "0.3"]) { terminal, _ in
      try? terminal.wait("the end") { $0.contains("0.30 of 0.30 s") }
    }
  }

  @Test("A preview plays, pauses, steps and continues")
  func plays() throws {
    let terminal = try PseudoTerminal()
    let process = try start(terminal, ["--duration", "1", "--fps", "20"])
    try terminal.wait("it plays to the end") { $0.contains("1.00 of 1.00 s") }
    try terminal.wait("it plays again") { text in
      text.components(separatedBy: "1.00 of 1.00 s").last?.contains(" 0.0") ?? false
    }
    terminal.type(" ")
    try terminal.wait("it pauses") { $0.contains("⏸ cross-dissolve") }
    terminal.type("\u{1b}[F")
    terminal.type("\u{1b}[D")
    try terminal.wait("a step before the end") { $0.contains("⏸ cross-dissolve  0.95 of 1.00 s") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
  }

  @Test("The default step is a thirtieth of a second")
  func usualRate() throws {
    let terminal = try PseudoTerminal()
    let process = try start(terminal, ["--duration", "1"])
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type(" \u{1b}[F\u{1b}[D")
    try terminal.wait("a step before the end") { $0.contains("⏸ cross-dissolve  0.97 of 1.00 s") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
  }

  @Test(
    "The protocol follows from the terminal's answer",
    arguments: [
      ("\u{1b}_Gi=1;OK\u{1b}\\\u{1b}[?62;c", "\u{1b}_Ga=T,f=100"), ("\u{1b}[?62;4;22c", "\u{1b}P0;1q"),
      ("\u{1b}[?1;2c", "▀"), (nil, "▀"),
    ] as [(String?, String)])
  func detects(_ answer: String?, _ mark: String) throws {
    let terminal = try PseudoTerminal(answer: answer)
    let process = try start(terminal)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
    #expect(
      terminal.output.contains(PictureProtocol.question + "\u{1b}[2J"), "what it may have shown is cleared")
    for other in ["\u{1b}_Ga=T,f=100", "\u{1b}P0;1q", "▀", "\u{1b}]1337;File"] {
      #expect(terminal.output.contains(other) == (other == mark))
    }
  }

  @Test("An answer may arrive in pieces") func answerInPieces() throws {
    let terminal = try PseudoTerminal(answer: "\u{1b}_Gi=1;OK\u{1b}\\", rest: "\u{1b}[?62;c")
    let process = try start(terminal)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
    #expect(terminal.output.contains("\u{1b}_Ga=T,f=100"))
  }

  @Test(arguments: [
    ("kitty", "\u{1b}_Ga=T"), ("iterm2", "\u{1b}]1337;File"), ("sixel", "\u{1b}P0;1q"), ("blocks", "▀"),
  ])
  func protocolOptionChoosesTheProtocol(_ name: String, _ mark: String) throws {
    let terminal = try PseudoTerminal()
    let process = try start(terminal, ["--protocol", name])
    try terminal.wait("it plays") { $0.contains(mark) && $0.contains("▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
  }

  @Test("256 colors are used unless the terminal declares more")
  func colors() throws {
    let terminal = try PseudoTerminal()
    let process = try start(terminal, environment: ["COLORTERM": ""])
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
    #expect(terminal.output.contains("\u{1b}[38;5;") && !terminal.output.contains("\u{1b}[38;2;"))
  }

  @Test("A terminal that changes its size gets a picture of another size")
  func resizes() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 20)
    let process = try start(terminal)
    try terminal.wait("it plays") { $0.contains("\u{1b}[20;1H▶ cross-dissolve") }
    var size = winsize(ws_row: 11, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal.side, UInt(TIOCSWINSZ), &size) == 0)
    try terminal.wait("it follows") { $0.contains("\u{1b}[11;1H▶ cross-dissolve") }
    let length = terminal.output.utf8.count
    try terminal.wait("it goes on") { $0.utf8.count > length + 40_000 }
    #expect(terminal.output.components(separatedBy: "\u{1b}[?2026h\u{1b}[2J").count == 3, "cleared twice")
    size = winsize(ws_row: 20, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal.side, UInt(TIOCSWINSZ), &size) == 0)
    try terminal.wait("it is cleared again") {
      $0.components(separatedBy: "\u{1b}[?2026h\u{1b}[2J").count == 4
    }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
  }

  /// Characters have 5x10 pixels, 4x8, or by default 10x20; the picture fits above the last line.
  @Test(
    "The size of characters is that reported with the terminal's size, else its answer",
    arguments: [
      (100, 60, "\u{1b}[6;8;4t", "\u{1b}[1;2H\u{1b}P0;1q\"1;1;89;50#"),
      (0, 0, "\u{1b}[6;8;4t", "\u{1b}[1;2H\u{1b}P0;1q\"1;1;71;40#"),
      (100, 0, "\u{1b}[6;8;4t", "\u{1b}[1;2H\u{1b}P0;1q\"1;1;71;40#"),
      (0, 60, "\u{1b}[6;8;4t", "\u{1b}[1;2H\u{1b}P0;1q\"1;1;71;40#"),
      (0, 0, "", "\u{1b}[1;3H\u{1b}P0;1q\"1;1;160;90#"),
      (19, 60, "", "\u{1b}[1;3H\u{1b}P0;1q\"1;1;160;90#"),
    ] as [(UInt16, UInt16, String, String)])
  func characters(_ width: UInt16, _ height: UInt16, _ answer: String, _ picture: String) throws {
    let terminal = try PseudoTerminal(
      columns: 20, rows: 6, width: width, height: height, answer: answer + "\u{1b}[?62;4c")
    let process = try start(terminal)
    try terminal.wait("it plays") { $0.contains("\u{1b}[6;1H▶") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
    #expect(terminal.output.contains(picture))
  }

  /// 80 characters of 10 pixels show half of a picture 1600 pixels wide; the last line is the 24th.
  @Test(
    "A terminal of unknown size has 80 columns and 24 rows",
    arguments: [(0, 0), (60, 0), (0, 20)] as [(UInt16, UInt16)])
  func sizeThatIsNotSaid(_ columns: UInt16, _ rows: UInt16) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows, answer: "\u{1b}[?62;4c")
    let process = try start(terminal, ["--size", "1600x90"])
    try terminal.wait("it plays") { $0.contains("\u{1b}[24;1H▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
    #expect(terminal.output.contains("\u{1b}[11;1H\u{1b}P0;1q\"1;1;800;45#"))
  }

  @Test func noTerminal() throws {
    expectFailure(
      try runSegue(["preview", from, to]), 64, saying: ["preview needs a terminal; use render or sheet"])
  }

  @Test("Standard output must be a terminal, even if keys could come from one")
  func outputElsewhere() throws {
    let terminal = try PseudoTerminal()
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    let process = try RunningProcess(["preview", from, to], input: handle)
    expectFailure(process.finish(within: 5), 64, saying: ["preview needs a terminal; use render or sheet"])
  }

  @Test("Keys come from the controlling terminal if standard input is something else")
  func keysOfTheTerminal() throws {
    let terminal = try PseudoTerminal()
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    let process = try RunningProcess(
      [
        "--ctty", "--wait", "/bin/sh", "-c", #"exec "$0" preview "$@" -t cross-dissolve < /dev/null"#, segue,
        from,
        to,
      ], program: "/usr/bin/setsid", input: handle, output: handle, errors: handle)
    try terminal.wait("it plays") { $0.contains("▶ cross-dissolve") }
    terminal.type("q")
    #expect(process.finish(within: 5).code == 0)
  }

  @Test("An error before playing leaves the terminal unchanged")
  func missingImage() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.attributes
    let handle = FileHandle(fileDescriptor: terminal.side, closeOnDealloc: false)
    let run = try RunningProcess(["preview", "missing.png", to], input: handle, output: handle).finish()
    expectFailure(run, 66, saying: ["missing.png", "no such file"])
    #expect(terminal.attributes == before && terminal.output.isEmpty)
  }
}
