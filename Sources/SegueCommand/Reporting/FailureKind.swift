/// The kinds of failures with stable names, which are the `code` of events with `--json-progress`.
///
/// Names are never changed or reused; docs/output-for-programs.md documents them.
package enum FailureKind: String, CaseIterable {
  // FileError
  case fileMissing = "file.missing"
  case fileUnreadable = "file.unreadable"
  case fileTooLarge = "file.too-large"
  case fileNotText = "file.not-text"
  case fileCannotCreate = "file.cannot-create"
  case fileExists = "file.exists"
  case fileLeftover = "file.leftover"
  case fileBusy = "file.busy"
  case fileWriteFailed = "file.write-failed"
  case outputClosed = "output.closed"
  // ImageError
  case imageNotAnImage = "image.not-an-image"
  case imageVideo = "image.video"
  case imageTruncated = "image.truncated"
  case imageDamaged = "image.damaged"
  case imageUnsupported = "image.unsupported"
  case imageTooLarge = "image.too-large"
  case imageFileTooLarge = "image.file-too-large"
  case imageOutOfMemory = "image.out-of-memory"
  // ExportError
  case exportUnsupported = "export.unsupported"
  case exportOddSides = "export.odd-sides"
  case exportTransparentFrames = "export.transparent-frames"
  case exportUnusableSound = "export.unusable-sound"
  case exportMissingProgram = "export.missing-program"
  case exportEncoderFailed = "export.encoder-failed"
  case exportOutOfMemory = "export.out-of-memory"
  // RenderError
  case renderInvalidSize = "render.invalid-size"
  case renderOutOfMemory = "render.out-of-memory"
  case renderSizesDiffer = "render.sizes-differ"
  case renderUnrenderable = "render.unrenderable"
  case renderWrongByteCount = "render.wrong-byte-count"
  case renderNotPremultiplied = "render.not-premultiplied"
  // StoryboardError
  case storyboardMissingFile = "storyboard.missing-file"
  case storyboardTooLarge = "storyboard.too-large"
  case storyboardInvalid = "storyboard.invalid"
  // ParameterError
  case parameterUnknown = "parameter.unknown"
  case parameterInvalid = "parameter.invalid"
  case parameterMissing = "parameter.missing"
  case parameterUnreadable = "parameter.unreadable"
  // ShaderError, ExpressionError, UnknownName
  case shaderInvalid = "shader.invalid"
  case formulaInvalid = "formula.invalid"
  case nameUnknown = "name.unknown"
  // PlanError
  case planInvalid = "plan.invalid"
  case planInputChanged = "plan.input-changed"
  case planOtherBuild = "plan.other-build"
  case planIncomplete = "plan.incomplete"
  // The command's own errors
  case usage = "usage.invalid"
  case unknownOption = "usage.unknown-option"
  case unknownCommand = "usage.unknown-command"
  case noInput = "input.missing"
  case badInput = "input.unusable"
  case studioMissing = "studio.missing"
  case machineUnsuitable = "machine.unsuitable"
  case internalFault = "internal.fault"
  case interrupted = "interrupted"

  /// The exit code of the command; for an interruption that of SIGINT, while other signals have their own.
  package var exitCode: Int32 { code.rawValue }

  /// Whether repeating the command may succeed, for example after the disk was full.
  package var mayPass: Bool {
    switch self {
    case .fileUnreadable, .fileCannotCreate, .fileBusy, .fileWriteFailed, .imageOutOfMemory,
      .exportOutOfMemory,
      .renderOutOfMemory, .exportEncoderFailed, .planIncomplete:
      true
    default: false
    }
  }

  var code: Failure.Code {
    switch self {
    case .renderInvalidSize, .renderWrongByteCount, .renderNotPremultiplied, .parameterUnknown,
      .parameterInvalid, .parameterMissing, .formulaInvalid, .nameUnknown, .usage, .unknownOption,
      .unknownCommand:
      .usage
    case .fileTooLarge, .fileNotText, .imageNotAnImage, .imageVideo, .imageTruncated, .imageDamaged,
      .imageUnsupported,
      .imageTooLarge, .imageFileTooLarge, .renderUnrenderable, .storyboardTooLarge, .storyboardInvalid,
      .parameterUnreadable, .shaderInvalid, .badInput, .exportUnusableSound, .planInvalid, .planInputChanged:
      .badInput
    case .fileMissing, .fileUnreadable, .storyboardMissingFile, .noInput: .noInput
    case .exportMissingProgram, .planOtherBuild, .studioMissing: .unavailable
    case .imageOutOfMemory, .exportOutOfMemory, .renderOutOfMemory, .renderSizesDiffer, .machineUnsuitable,
      .internalFault:
      .internalFault
    case .fileCannotCreate, .fileExists, .fileLeftover, .fileBusy, .exportUnsupported, .exportOddSides,
      .exportTransparentFrames:
      .cannotCreate
    case .fileWriteFailed, .exportEncoderFailed: .writeFailed
    case .planIncomplete: .temporary
    case .outputClosed: .brokenPipe
    case .interrupted: .interrupted
    }
  }
}
