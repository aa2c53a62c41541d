import CSegueFiles
import SeguePlatform
import Synchronization

/// A program found on the PATH that runs in parallel with this process.
///
/// The program is started without a shell, in its own process group, so that Ctrl-C does not reach it. The
/// program inherits only its standard streams. Its standard error is a file in memory, so that no thread or
/// task has to read it while the program runs.
package final class StartedProgram: Sendable {
  /// The process ID; 0 after `wait`, since the system may then reuse the ID.
  private let process: Mutex<Int32>
  /// The descriptor of the file in memory for standard error; negative if there is no such file.
  private let errors: Int32
  private let failure: String?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The program's name, followed by its arguments.
  ///   - input: The descriptor of the standard input; nil for an empty input.
  ///   - output: The descriptor of the standard output; nil discards it.
  ///   - failure: A text that means failure, even with exit status 0, if it occurs in a line of standard
  ///     error; nil if only the exit status counts.
  /// - Throws: `ProgramError.missing` or `ProgramError.notStarted`.
  package init(
    _ program: [String], input: Int32?, output: Int32?, failingWith failure: String? = nil
  ) throws(ProgramError) {
    self.failure = failure
    let errors = segue_open_memory()
    let (started, number, reason) = withArguments(program) {
      (segue_start_program($0, input ?? -1, output ?? -1, errors), errno, systemError)
    }
    self.errors = errors
    process = Mutex(started)
    if started == 0 { throw number == ENOENT ? .missing : .notStarted(reason: reason) }
  }

  deinit {
    interrupt()
    _ = wait()
    if errors >= 0 { close(errors) }
  }

  /// Kills the program, unless it has ended already.
  package func interrupt() {
    process.withLock { if $0 > 0 { segue_kill_program($0) } }
  }

  /// Waits until the program ends; to be called once.
  ///
  /// - Returns: Nil after success; otherwise the reason for the failure. If the exit status is 0, the reason
  ///   is the last line of standard error that contains `failure`; else it is the last line or, if there is
  ///   none, a text with the exit status or signal.
  package func wait() -> String? {
    let running = process.withLock { $0 }
    guard running > 0 else { return nil }
    segue_wait_for_program(running)
    // Holds the lock, so that `interrupt` cannot kill another process that reuses the ID.
    let status = process.withLock {
      $0 = 0
      return segue_forget_program(running)
    }
    guard status != 0 else { return failure.flatMap { failure in lines().last { $0.contains(failure) } } }
    // The exit status is unknown if other code has waited for the process, or if SIGCHLD is ignored.
    guard status > 0 else {
      return "it is not known how it ended\(isIgnored(SIGCHLD) ? ", since this process ignores SIGCHLD" : "")"
    }
    let signal = status & 0x7f
    let said = lines()
    return said.last { !$0.contains("Last message repeated") } ?? said.last
      ?? (signal == 0 ? "it ended with exit code \(status >> 8)" : "signal \(signal) ended it")
  }

  /// Returns the lines of standard error, from its last 64 KiB.
  private func lines() -> [String] {
    let length = Int(lseek(errors, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: min(max(0, length), 1 << 16))
    let count = pread(errors, &bytes, bytes.count, length - bytes.count)
    return FileName.text(bytes.prefix(max(0, count)))
      .split(whereSeparator: \.isNewline).map(String.init)
  }
}
