/// The exit status of the command, as in sysexits.h.
package enum ExitStatus: Int32 {
  case usage = 64
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case internalFault = 70
  case cannotCreate = 73
  case writeFailed = 74
  /// A failure that may not occur again when the command is repeated.
  case temporary = 75
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case brokenPipe = 141
  case terminated = 143

  /// The status for a signal that ends the command: 128 plus the signal's number.
  init(signal: Int32) { self = Self(rawValue: 128 + signal) ?? .interrupted }

  /// Chooses the exit status for an error; for an interruption, the status of SIGINT.
  ///
  /// `init(signal:)` gives the status of other signals.
  package init(_ code: ErrorCode) {
    switch code {
    case .renderInvalidSize, .renderWrongByteCount, .renderNotPremultiplied, .parameterUnknown,
      .parameterInvalid, .parameterMissing, .formulaInvalid, .titleInvalid, .titleNoFont, .nameUnknown,
      .usage, .unknownOption,
      .unknownCommand:
      self = .usage
    case .fileMissing, .fileUnreadable, .storyboardMissingFile, .noInput: self = .noInput
    case .exportMissingProgram, .clipMissingProgram, .titleMissingLibrary, .planOtherBuild, .studioMissing:
      self = .unavailable
    case .renderSizesDiffer: self = .internalFault
    case .fileCannotCreate, .fileExists, .fileLeftover, .fileBusy, .exportUnsupported, .exportOddSides,
      .exportTransparentFrames:
      self = .cannotCreate
    case .fileWriteFailed, .exportEncoderFailed: self = .writeFailed
    case .planIncomplete, .renderBusy: self = .temporary
    case .outputClosed: self = .brokenPipe
    case .interrupted: self = .interrupted
    default: self = code.isCallersFault ? .badInput : .internalFault
    }
  }
}
