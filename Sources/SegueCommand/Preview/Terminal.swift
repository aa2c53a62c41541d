import SeguePlatform

/// The terminal of a preview, in raw mode, with the alternate screen and a hidden cursor.
///
/// `giveBack` and any signal that ends the process restore the terminal.
final class Terminal {
  private let descriptor: Int32
  private let attributes: termios
  private var cell: (width: Int, height: Int)?

  /// Opens the terminal for output; keys are read from standard input, or from /dev/tty if standard input is
  /// redirected.
  init() throws {
    let input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC)
    var attributes = termios()
    guard isatty(STDOUT_FILENO) == 1, input >= 0, tcgetattr(input, &attributes) == 0 else {
      throw Failure(.usage, "preview needs a terminal; use render or sheet")
    }
    descriptor = input
    self.attributes = attributes
  }

  /// Switches the terminal to raw mode and the alternate screen.
  func take() throws {
    var attributes = attributes
    taken = Taken(descriptor: descriptor, attributes: attributes)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      signal(number) { number in
        giveBackTerminal()
        _exit(ExitStatus(signal: number).rawValue)
      }
    }
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number) { number in
        giveBackTerminal()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    signal(SIGTSTP, SIG_IGN)
    // Unblocks all signals, which the parent process may have blocked.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    cfmakeraw(&attributes)
    tcsetattr(descriptor, TCSAFLUSH, &attributes)
    try write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J")
  }

  func giveBack() { giveBackTerminal() }

  /// Queries which picture protocols the terminal supports, and chooses the best one.
  func bestProtocol(_ environment: [String: String]) throws -> PictureProtocol {
    try write(PictureProtocol.question)
    let end = ContinuousClock.now.advanced(by: .milliseconds(300))
    var answer = ""
    while !PictureProtocol.isWhole(answer) {
      let left = ContinuousClock.now.duration(to: end) / .seconds(1)
      guard left > 0 else { break }
      answer += String(decoding: read(within: left), as: UTF8.self)
    }
    cell = PictureProtocol.cell(answer)
    // Clears the screen, since a terminal that does not know the query may have printed the query.
    try write("\u{1b}[2J")
    return PictureProtocol(answer: answer, environment: environment)
  }

  /// The current size of the terminal; 80 × 24 if unknown.
  var size: TerminalSize {
    guard let window = terminalWindow(STDOUT_FILENO), window.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
    let (width, height) = (Int(window.ws_xpixel) / columns, Int(window.ws_ypixel) / rows)
    if width > 0, height > 0 {
      return TerminalSize(columns: columns, rows: rows, cellWidth: width, cellHeight: height)
    }
    guard let cell else { return TerminalSize(columns: columns, rows: rows) }
    return TerminalSize(columns: columns, rows: rows, cellWidth: cell.width, cellHeight: cell.height)
  }

  /// Reads typed bytes, waiting up to `seconds`; if the terminal has closed, ends the process.
  func read(within seconds: Double) -> [UInt8] {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32((max(0, seconds) * 1000).rounded(.up))) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = SeguePlatform.read(descriptor, &bytes, bytes.count)
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { raise(SIGHUP) }
    return Array(bytes.prefix(max(0, count)))
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    try writeAll(bytes.span, to: STDOUT_FILENO, named: "the terminal")
  }
}

/// Returns the size of a terminal; nil if it is unknown.
func terminalWindow(_ descriptor: Int32) -> winsize? {
  var window = winsize()
  return ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 ? window : nil
}

/// The terminal's descriptor and its original mode, with which the terminal is restored.
private struct Taken {
  let descriptor: Int32
  var attributes: termios
}

// Set only before the signal handlers are installed, so the handlers read the variable without a lock.
private nonisolated(unsafe) var taken: Taken?

/// The codes that restore the screen: they end a pending sequence (CAN, ST), a synchronized update and
/// colors, clear the screen, show the cursor, and leave the alternate screen.
private let leaving: StaticString =
  "\u{18}\u{1b}\\\u{1b}[?2026l\u{1b}[0m\u{1b}[2J\u{1b}[?25h\u{1b}[?1049l"

/// Restores the mode and the screen of the terminal, using only async-signal-safe functions.
private func giveBackTerminal() {
  guard var attributes = taken?.attributes, let descriptor = taken?.descriptor else { return }
  _ = SeguePlatform.write(STDOUT_FILENO, leaving.utf8Start, leaving.utf8CodeUnitCount)
  tcsetattr(descriptor, TCSAFLUSH, &attributes)
}
