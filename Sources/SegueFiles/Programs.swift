import CSegueFiles
import SeguePlatform

/// The output of a program that has ended.
package struct ProgramOutput {
  /// The bytes of standard output.
  package let bytes: [UInt8]
  /// The text of standard error; of a long text, only the start and the end.
  package let complaint: String
  /// Whether the exit status was 0.
  package let isSuccess: Bool
}

/// The reason why a program gave no complete output.
package enum ProgramError: Error, Hashable {
  /// The program is not on the PATH.
  case missing
  /// The system could not start the program.
  case notStarted(reason: String)
  /// The output exceeded the limit, and the program was killed.
  case tooMuch
  /// The program exceeded the time limit, and was killed.
  case tooLong
}

/// Runs a program found on the PATH, without a shell, and waits until the program ends.
///
/// The program gets its own process group, so that Ctrl-C does not reach it, and inherits no descriptors
/// except its standard streams. The call starts and awaits no other thread, so a task may call it on a thread
/// of Swift's task pool.
///
/// - Parameters:
///   - program: The program's name, followed by its arguments.
///   - input: The standard input; the program need not read all of it.
///   - limit: The maximum number of bytes of output, above which the program is killed.
///   - seconds: The time after which the program is killed.
/// - Returns: The output, even if the exit status is not 0.
/// - Throws: `ProgramError` if the program was not started, or was killed.
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

/// Calls `body` with the arguments as a nil-terminated array of C strings.
func withArguments<Result>(_ words: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let words = words.map { $0.withName { strdup($0) } }
  defer { for word in words { free(word) } }
  return body(words.map { UnsafePointer($0) } + [nil])
}

/// Returns the path of a program on the PATH, such as `/usr/bin/ffmpeg`; nil if the PATH does not have the
/// program.
package func programFile(_ program: String) -> String? {
  // Falls back on the system's default path if the variable PATH is not set.
  let path = getenv("PATH").map { text(at: $0) } ?? "/bin:/usr/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? program : "\($0)/\(program)" }
    .first { file in isRegularFile(file) && file.withName { access($0, X_OK) } == 0 }
}

/// Returns whether a program is on the PATH.
package func isOnPath(_ program: String) -> Bool { programFile(program) != nil }
