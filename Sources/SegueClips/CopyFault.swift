package import SegueErrors
import SegueFiles

/// The error for a video with copied packets that differs from its plan or its clips.
package struct CopyFault: SegueError, Hashable {
  package let code = ErrorCode.exportEncoderFailed
  package let file: String?
  package let message: String

  init(file: String, reason: String) {
    (self.file, message) = (file, FileName.shown("\(file): \(reason)"))
  }
}
