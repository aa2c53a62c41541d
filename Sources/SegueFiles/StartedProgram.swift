import CSegueFiles
import Glibc
import Synchronization

/// A program of the PATH that runs beside this process until it is waited for.
///
/// It is started without a shell, in a process group of its own, so that Ctrl-C does not reach it, and
/// inherits only its streams. Its standard error goes to a file in memory: no thread or task needs to read it
/// meanwhile.
package final class StartedProgram: Sendable {
  /// The process ID; 0 after the wait, when the ID may be reused.
  private let process: Mutex<Int32>
  /// The descriptor of standard error's file; negative without one.
  private let errors: Int32
  private let failure: String?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The program's name and its arguments.
  ///   - input: The descriptor of its standard input; nil for an empty one.
  ///   - output: The descriptor of its standard output; nil discards it.
  ///   - failure: Text in a line of standard error that means failure whatever the exit status; nil for none.
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

  /// Kills the program, unless it has ended.
  package func interrupt() {
    process.withLock { if $0 > 0 { segue_kill_program($0) } }
  }

  /// Waits for the program's end; called once, by one thread.
  ///
  /// - Returns: The failure: the last line of standard error, or else the exit status or signal; nil after
  ///   success.
  package func wait() -> String? {
    let running = process.withLock { $0 }
    guard running > 0 else { return nil }
    segue_wait_for_program(running)
    // Locked, so that `interrupt` cannot kill another process with a reused ID.
    let status = process.withLock {
      $0 = 0
      return segue_forget_program(running)
    }
    guard status != 0 else { return failure.flatMap { failure in lines().last { $0.contains(failure) } } }
    // Another wait has taken the status.
    guard status > 0 else { return "it is not known how it ended" }
    let signal = status & 0x7f
    return lines().last
      ?? (signal == 0 ? "it ended with exit code \(status >> 8)" : "signal \(signal) ended it")
  }

  /// The lines in the last 64 KiB of standard error.
  private func lines() -> [String] {
    let length = Int(lseek(errors, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: min(max(0, length), 1 << 16))
    let count = pread(errors, &bytes, bytes.count, length - bytes.count)
    return FileName.text(bytes.prefix(max(0, count)))
      .split(whereSeparator: \.isNewline).map(String.init)
  }
}
