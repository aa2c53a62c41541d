import CSegueFiles
import Glibc
import Synchronization

/// A program of the PATH that runs beside this process, until it is waited for.
///
/// It is started without a shell, in a process group of its own, so that Ctrl-C does not reach it, and has none of this
/// process's descriptors but its streams. What it says goes to a file in memory, so nobody need read it meanwhile: there is
/// no thread and no task that a wait could keep from running.
package final class StartedProgram: Sendable {
  /// 0 once it was waited for: the number may be another's then.
  private let process: Mutex<Int32>
  /// Below 0 where there is no such file: then it is not known what it says.
  private let errors: Int32
  private let failure: String?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its name, and its arguments.
  ///   - input: The descriptor that it reads; nil: it reads nothing.
  ///   - output: The descriptor that it writes to; nil: what it writes is lost.
  ///   - failure: A part of a line of its standard error that says that it failed, whatever its exit code; nil: none does.
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

  /// Ends it at once; does nothing where it has ended.
  package func interrupt() {
    process.withLock { if $0 > 0 { segue_kill_program($0) } }
  }

  /// Waits until it has ended, once; one thread may.
  ///
  /// - Returns: Why it did not end well: the last line of its standard error, or how it ended where it said nothing; nil where it
  ///   ended by itself with 0.
  package func wait() -> String? {
    let running = process.withLock { $0 }
    guard running > 0 else { return nil }
    segue_wait_for_program(running)
    // Under the lock, so that `interrupt` ends no other process that gets its number.
    let status = process.withLock {
      $0 = 0
      return segue_forget_program(running)
    }
    guard status != 0 else { return failure.flatMap { failure in lines().last { $0.contains(failure) } } }
    // Somebody else took it.
    guard status > 0 else { return "it is not known how it ended" }
    let signal = status & 0x7f
    return lines().last
      ?? (signal == 0 ? "it ended with exit code \(status >> 8)" : "signal \(signal) ended it")
  }

  /// The lines that it said, of the last 64 KiB.
  private func lines() -> [String] {
    let length = Int(lseek(errors, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: min(max(0, length), 1 << 16))
    let count = pread(errors, &bytes, bytes.count, length - bytes.count)
    return FileName.text(bytes.prefix(max(0, count)))
      .split(whereSeparator: \.isNewline).map(String.init)
  }
}
