package import SegueErrors
import SegueFiles

/// A difference between a video with copied packets and the plan or the clips from which it was made.
package struct CopyFault: SegueError, Hashable {
  package let code = ErrorCode.exportEncoderFailed
  package let file: String?
  package let message: String

  init(file: String, reason: String) {
    (self.file, message) = (file, FileName.shown("\(file): \(reason)"))
  }
}
