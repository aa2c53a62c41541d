public import SegueErrors
import SegueFiles
public import SeguePixels

/// An error in writing frames in a format, with the file's name.
public struct ExportError: SegueError, Hashable {
  /// The code of the error, such as `exportUnsupported`; all codes of this type begin with `export`.
  public let code: ErrorCode
  /// The name of the file, as the caller gave it; never nil, although `SegueError` allows nil.
  public let file: String?
  /// The error as one sentence without a final period, which names the file and the fault.
  public let message: String
  /// The reason at the end of the message, such as the encoder's error text; nil for errors without a reason.
  public let reason: String?
  /// The name of the format that cannot store transparent frames, or of the codec that cannot store frames with
  /// odd sides; nil for other errors.
  public let format: String?
  /// The size in pixels of frames with odd sides; nil for other errors.
  public let size: PixelSize?

  private init(
    _ code: ErrorCode, _ file: String, _ fault: String, _ reason: String? = nil, format: String? = nil,
    size: PixelSize? = nil
  ) {
    (self.code, self.file, self.reason) = (code, file, reason)
    (self.format, self.size) = (format, size)
    message = FileName.shown("\(file): \(fault)\(reason.map { ": \($0)" } ?? "")")
  }

  /// The file cannot be written: for example, a side exceeds the format's limit, or no format has the
  /// extension.
  public static func unsupported(file: String, reason: String) -> Self {
    Self(.exportUnsupported, file, "cannot be created", reason)
  }

  /// A frame is transparent, and the video format cannot store transparency.
  public static func transparentFrames(
    file: String, format: String, reason: String = "frames are transparent"
  ) -> Self {
    Self(
      .exportTransparentFrames, file, "cannot be created",
      "\(reason), and \(format) has no transparency with these options", format: format)
  }

  /// Frames have an odd width or height, which a video with 4:2:0 chroma cannot store.
  public static func oddSides(file: String, size: PixelSize, codec: VideoCodec = .h264) -> Self {
    Self(
      .exportOddSides, file, "cannot be created",
      "\(codec.title) with halved chroma needs even sides, not \(size)", format: codec.title, size: size)
  }

  /// The file given as the sound of a video has no audio that can be decoded.
  public static func unusableSound(file: String, reason: String) -> Self {
    Self(.exportUnusableSound, file, "no sound for the video", reason)
  }

  /// The program that writes this format is not installed.
  public static func missingProgram(_ program: String, file: String) -> Self {
    Self(
      .exportMissingProgram, file,
      "needs \(program), which is not installed (Debian: apt-get install \(program))")
  }

  /// The encoder failed; `reason` is its message.
  public static func encoderFailed(file: String, reason: String) -> Self {
    Self(.exportEncoderFailed, file, "writing failed", reason)
  }

  /// The export has more frames than `Limits.maxFrames`.
  public static func tooManyFrames(file: String, count: Int, limit: Int) -> Self {
    Self(.exportTooManyFrames, file, "\(count) frames are above the limit of \(limit)")
  }

  /// The output has more bytes than `Limits.maxBytes`; `count` is the number of bytes so far.
  public static func tooManyBytes(file: String, count: Int, limit: Int) -> Self {
    Self(.exportTooManyBytes, file, "\(count) bytes are above the limit of \(limit)")
  }

  /// Returns the error with the name `file` in place of the name of a temporary file.
  package func named(_ file: String) -> Self { Self(self, file) }

  private init(_ error: Self, _ file: String) {
    (code, reason, format, size) = (error.code, error.reason, error.format, error.size)
    self.file = file
    message = FileName.shown(file) + error.message.dropFirst(FileName.shown(error.file ?? "").count)
  }

  /// Memory is exhausted.
  public static func outOfMemory(file: String) -> Self {
    Self(.exportOutOfMemory, file, "not enough memory")
  }
}

/// The error for a transparent frame in an output that allows only opaque frames.
///
/// The export then begins again with its next output, which allows transparency; without a next output, the
/// export fails.
package struct TransparentFrame: Error {
  package init() {}
}
