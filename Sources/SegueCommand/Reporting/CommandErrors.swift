/// The codes of errors that only the command has; docs/output-for-programs.md lists them after the library's
/// codes.
extension ErrorCode {
  /// Options contradict each other, lack a value or have an invalid value.
  static let usage = Self("usage.invalid", isCallersFault: true)
  /// A line of the configuration file is invalid.
  static let configInvalid = Self("config.invalid", isCallersFault: true)
  /// An option is unknown.
  static let unknownOption = Self("usage.unknown-option", isCallersFault: true)
  /// A command is unknown.
  static let unknownCommand = Self("usage.unknown-command", isCallersFault: true)
  /// A folder or a list has no images.
  static let noInput = Self("input.missing", isCallersFault: true)
  /// No image can be read, a list of images is invalid, or `--strict` refuses a folder.
  static let badInput = Self("input.unusable", isCallersFault: true)
  /// The reader of standard output or of a named pipe has closed it.
  ///
  /// Without `--json-progress`, no message is printed.
  static let outputClosed = Self("output.closed")
  /// The program `segue-studio`, which `segue studio` executes, is not in the folder of `segue`.
  static let studioMissing = Self("studio.missing")
  /// The system denies or lacks a required resource, such as file descriptors.
  static let machineUnsuitable = Self("machine.unsuitable")
  /// An internal error, which is a bug in Segue.
  static let internalFault = Self("internal.fault")
  /// A signal ended the command.
  ///
  /// The exit code is 128 plus the signal's number: 130 for SIGINT.
  static let interrupted = Self("interrupted")
}
