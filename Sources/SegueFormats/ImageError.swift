public import SegueErrors
import SegueFiles
public import SeguePixels
import SegueRendering

/// An error in decoding an image, with the file's name.
public struct ImageError: SegueError, Hashable {
  /// The code of the error, such as `imageDamaged`; all codes of this type begin with `image`.
  public let code: ErrorCode
  /// The name of the file, as the caller gave it; never nil, although `SegueError` allows nil.
  public let file: String?
  /// The error as one sentence without a final period, which names the file and the fault.
  public let message: String
  /// The reason at the end of the message, such as the decoder's error text; nil for errors without a reason.
  public let reason: String?
  /// The size in pixels of an image that is too large; nil for other errors.
  public let size: PixelSize?

  private init(
    _ code: ErrorCode, _ file: String, _ fault: String, _ reason: String? = nil, size: PixelSize? = nil
  ) {
    (self.code, self.file, self.reason, self.size) = (code, file, reason, size)
    message = FileName.shown("\(file): \(fault)\(reason.map { ": \($0)" } ?? "")")
  }

  /// The bytes are not an image in a known format.
  public static func notAnImage(file: String) -> Self {
    Self(.imageNotAnImage, file, "not an image that Segue reads: not \(Catalog.formats.readableTitles)")
  }

  /// The bytes are a video, in a container such as `MP4`.
  public static func video(file: String, container: String) -> Self {
    Self(.imageVideo, file, "a video (\(container)), where an image is needed")
  }

  /// The file ends before the end of the image.
  public static func truncated(file: String, detail: String) -> Self {
    Self(.imageTruncated, file, "truncated", detail)
  }

  /// The bytes violate the rules of the format.
  public static func damaged(file: String, detail: String) -> Self {
    Self(.imageDamaged, file, "damaged", detail)
  }

  /// The file is a valid variant of its format, but Segue does not decode this variant.
  public static func unsupported(file: String, detail: String) -> Self {
    Self(.imageUnsupported, file, "not supported", detail)
  }

  /// The image has more pixels than the limit.
  public static func tooLarge(file: String, size: PixelSize, limit: Int) -> Self {
    Self(.imageTooLarge, file, "\(size) pixels are more than the limit of \(limit)", size: size)
  }

  /// The file has more bytes than an image within the pixel limit can need.
  public static func fileTooLarge(file: String, limit: Int) -> Self {
    Self(.imageFileTooLarge, file, "more than \(limit) bytes, too many for an image within the limit")
  }

  /// Memory is exhausted.
  public static func outOfMemory(file: String) -> Self { Self(.imageOutOfMemory, file, "not enough memory") }
}
