import ArgumentParser
import Dispatch
import FoundationEssentials
import SeguePlatform
import SegueFiles
import SeguePixels
import SegueStudio
import Synchronization

/// The server of the studio, as a separate program: its libraries take 5 ms to load, which would slow down
/// other commands.
///
/// `segue studio` checks its arguments and then replaces itself by this program.
@main struct StudioProcess: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segue-studio",
    abstract: "The program that 'segue studio' executes; run 'segue studio' instead.", shouldDisplay: false)

  @Option var release = ""
  @Option var maxPixels = DecodeOptions().maxPixels
  @Option var port: UInt16?
  @Flag var open = false
  @Flag var once = false
  @Option var shaderName: [String] = []
  @Option var shaderFile: [String] = []
  @Option var flow: [String] = []
  @Argument var images: [String] = []

  static func main() {
    // File names follow `--` and are not parsed, since the time of the argument parser is quadratic in their
    // number.
    let words = commandLineWords.dropFirst().split(
      separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    do {
      var command = try parseAsRoot(Array(words.first ?? []))
      if var studio = command as? StudioProcess, words.count > 1 {
        studio.images = Array(words[1])
        command = studio
      }
      try command.run()
    } catch {
      exit(withError: error)
    }
  }

  func run() throws {
    // Without threads, the tasks of the server would never run.
    guard canStartThreads(4) else {
      say("no threads can be started for the studio; raise the limit: ulimit -u")
      SeguePlatform.exit(70)
    }
    let said = Mutex<Set<String>>([])
    let studio = try Studio(
      files: images, shaders: zip(shaderName, shaderFile).map { (name: $0, file: $1) }, flows: flow,
      version: release,
      options: DecodeOptions(maxPixels: maxPixels, programs: true) { warning in
        if said.withLock({ $0.insert(warning).inserted }) { say(warning) }
      })
    Scratch.removeAbandoned()
    let ending = Ending()
    let server = StudioServer(
      studio, port: port ?? 0,
      token: port.map { KeptToken.token(of: $0, in: ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]) }
        ?? Admission.randomToken(),
      onLastPage: { if once { ending.end(with: EXIT_SUCCESS) } })
    let task = Task {
      do {
        try await server.run { admission in
          let address = Array((admission.address + "\n").utf8)
          do throws(FileError) {
            try writeAll(address.span, to: STDOUT_FILENO, named: "standard output")
          } catch {
            say("\(error)")
            ending.end(with: 74)
          }
          if open { openBrowser(admission.address) }
        }
      } catch {
        say(
          port.map { "port \($0) cannot be listened on; leave out --port" } ?? "no port can be listened on")
        ending.end(with: 69)
      }
    }
    let code = withExtendedLifetime(task) { ending.wait() }
    Scratch.removeAll()
    SeguePlatform.exit(code)
  }

  private func openBrowser(_ address: String) {
    DispatchQueue.global().async {
      let file = try? RedirectFile.write(to: address)
      let opened = try? file.map { try runProgram(["xdg-open", $0], input: [], limit: 1 << 16, seconds: 20) }
      if opened?.isSuccess != true { say("no browser could be opened; open the address yourself") }
    }
  }
}

private func say(_ message: String) {
  let line = Array("segue: \(FileName.shown(message))\n".utf8)
  try? writeAll(line.span, to: STDERR_FILENO, named: "standard error")
}

/// Waits for the end of the studio, and stores its exit code.
///
/// The studio ends after a signal or an error, or, with `--once`, after its last page is closed.
private final class Ending: Sendable {
  private let code = Mutex<Int32?>(nil)
  private let isOver = DispatchSemaphore(value: 0)
  // Retains the signal sources, so that their handlers stay active; written only in the initializer.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  init() {
    for number in endSignals() {
      // Disables the default action, so that only the dispatch source handles the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        say("the studio is closed")
        self?.end(with: 128 + number)
      }
      source.resume()
      sources.append(source)
    }
  }

  func end(with code: Int32) {
    self.code.withLock { $0 = $0 ?? code }
    isOver.signal()
  }

  func wait() -> Int32 {
    isOver.wait()
    return code.withLock { $0 ?? EXIT_SUCCESS }
  }
}
