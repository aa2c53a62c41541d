import SegueFiles
import SegueFormats

extension ProgramError {
  /// Returns the error for a file that ffmpeg should have written.
  func exportError(file: String) -> ExportError {
    switch self {
    case .missing: .missingProgram("ffmpeg", file: file)
    case .notStarted(let reason):
      .encoderFailed(file: file, reason: "ffmpeg cannot be started: \(reason)")
    case .tooMuch: .encoderFailed(file: file, reason: "ffmpeg's messages are too long")
    case .tooLong: .encoderFailed(file: file, reason: "ffmpeg takes too long")
    }
  }
}
