import CSegue
import SegueErrors
import SegueJob

/// An error in a call of the C interface.
struct CallError: SegueError {
  let code: ErrorCode
  let message: String

  /// Makes the error for a handle that was freed or never made, or that belongs to a value of another kind.
  static func handle(_ message: String) -> CallError { CallError(code: .callHandle, message: message) }
  /// Makes the error for an invalid argument.
  static func argument(_ message: String) -> CallError { CallError(code: .callArgument, message: message) }
  /// The error for an export that the callback stopped.
  static let stopped = CallError(code: .callStopped, message: "the export was stopped")
}

extension ErrorCode {
  fileprivate static let callHandle = ErrorCode("call.invalid-handle", isCallersFault: true)
  fileprivate static let callArgument = ErrorCode("call.invalid-argument", isCallersFault: true)
  fileprivate static let callStopped = ErrorCode("call.stopped")
}

/// Calls `body`; if it throws, stores the error for this thread and returns `failed`.
func orStored<Result>(_ failed: Result, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    let known = error as? any SegueError
    segue_c_set_error(known?.code.name ?? "error", sentence(error))
    return failed
  }
}

/// Returns the message of an error.
///
/// For a shader, this is its first error with file, line and column; for a field of a job, the field's name
/// and the reason.
private func sentence(_ error: any Error) -> String {
  switch error {
  case let error as JobError where error.file == nil:
    return error.key.isEmpty ? error.reason : "\(error.key): \(error.reason)"
  case let error as any SegueError: return error.message
  default: return "\(error)"
  }
}

/// Calls `body`; returns whether it succeeded, and stores its error for this thread.
func succeeds(_ body: () throws -> Void) -> Bool {
  orStored(false) {
    try body()
    return true
  }
}
