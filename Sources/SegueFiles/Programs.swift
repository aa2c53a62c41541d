import CSegueFiles
import Glibc

/// The output and exit of a program.
package struct ProgramOutput {
  /// Its standard output.
  package let bytes: [UInt8]
  /// Its standard error; of long output, the beginning and the end.
  package let complaint: String
  /// Whether it exited with status 0.
  package let isSuccess: Bool
}

/// Reports why a program gave no output.
package enum ProgramError: Error, Hashable {
  /// The program is not on the PATH.
  case missing
  /// The system could not start the program.
  case notStarted(reason: String)
  /// The output exceeded the limit.
  case tooMuch
  /// The program exceeded the time limit.
  case tooLong
}

/// Runs a program of the PATH without a shell, and waits for its end.
///
/// The program has a process group of its own, so that Ctrl-C does not reach it, and inherits no descriptors.
/// No other thread is needed: a thread of the task pool may wait.
///
/// - Parameters:
///   - program: The program's name and its arguments.
///   - input: Its standard input, which it need not read to the end.
///   - limit: Maximum bytes of output; the program is killed above it.
///   - seconds: Time limit; the program is killed after it.
/// - Returns: Its output, whatever its exit status.
/// - Throws: `ProgramError` if it was not started or was killed.
package func runProgram(
  _ program: [String], input: [UInt8], limit: Int, seconds: Double
) throws(ProgramError) -> ProgramOutput {
  var (result, reason) = withArguments(program) {
    (segue_run_program($0, input, input.count, max(0, limit), seconds), systemError)
  }
  defer { free(result.bytes) }
  switch result.outcome {
  case SEGUE_PROGRAM_MISSING: throw .missing
  case SEGUE_PROGRAM_TOO_MUCH: throw .tooMuch
  case SEGUE_PROGRAM_TOO_LONG: throw .tooLong
  case SEGUE_PROGRAM_ENDED: break
  default: throw .notStarted(reason: reason)
  }
  let complaint = withUnsafeBytes(of: &result.complaint) {
    FileName.text($0.prefix { $0 != 0 })
  }
  return ProgramOutput(
    bytes: Array(UnsafeBufferPointer(start: result.bytes, count: result.count)), complaint: complaint,
    isSuccess: result.status == 0)
}

/// Calls `body` with a nil-terminated array of C strings.
func withArguments<Result>(_ words: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let words = words.map { $0.withName { strdup($0) } }
  defer { for word in words { free(word) } }
  return body(words.map { UnsafePointer($0) } + [nil])
}

/// The file of a program of the PATH, such as `/usr/bin/ffmpeg`; nil without one.
package func programFile(_ program: String) -> String? {
  // The system's default for a missing PATH.
  let path = getenv("PATH").map { text(at: $0) } ?? "/bin:/usr/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? program : "\($0)/\(program)" }
    .first { file in isRegularFile(file) && file.withName { access($0, X_OK) } == 0 }
}

/// Whether a program is on the PATH.
package func isOnPath(_ program: String) -> Bool { programFile(program) != nil }
