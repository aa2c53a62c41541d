import CSegueFiles
import Glibc

/// What a program wrote, and how it ended.
package struct ProgramOutput {
  /// Its standard output.
  package let bytes: [UInt8]
  /// Its standard error; of a long one the beginning and the end.
  package let complaint: String
  /// Whether it ended by itself, with 0.
  package let isSuccess: Bool
}

/// Why there is no output of a program.
package enum ProgramError: Error, Hashable {
  /// It is not on the PATH.
  case missing
  /// The system did not start it, and why.
  case notStarted(reason: String)
  /// It wrote more than it may.
  case tooMuch
  /// It took longer than it may.
  case tooLong
}

/// Runs a program of the PATH, without a shell, and waits until it has ended.
///
/// It has a process group of its own, so that Ctrl-C does not reach it, and none of this process's descriptors. Nothing of it
/// needs another thread: so it can be waited for on one that tasks run on.
///
/// - Parameters:
///   - program: Its name, and its arguments.
///   - input: What it reads from its standard input; it need not read all of it.
///   - limit: The most bytes that it may write; it is ended where it writes more.
///   - seconds: How long it may take; it is ended then.
/// - Returns: What it wrote, be it successful or not.
/// - Throws: `ProgramError` where it did not end by itself.
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

/// Lends words to C, which has nil behind the last one.
func withArguments<Result>(_ words: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let words = words.map { $0.withName { strdup($0) } }
  defer { for word in words { free(word) } }
  return body(words.map { UnsafePointer($0) } + [nil])
}

/// Returns the file of a program of the PATH, such as `/usr/bin/ffmpeg`; nil if there is none.
package func programFile(_ program: String) -> String? {
  // Without PATH the system takes these.
  let path = getenv("PATH").map { text(at: $0) } ?? "/bin:/usr/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? program : "\($0)/\(program)" }
    .first { file in isRegularFile(file) && file.withName { access($0, X_OK) } == 0 }
}

/// Returns whether a program is on the PATH.
package func isOnPath(_ program: String) -> Bool { programFile(program) != nil }
