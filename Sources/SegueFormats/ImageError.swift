public import FoundationEssentials
public import SeguePixels
import SegueFiles
import SegueRendering

/// An error in decoding an image; each case names the file.
public enum ImageError: Error, Hashable {
  /// The bytes are not an image in a known format.
  case notAnImage(file: String)
  /// The bytes are a video, in a container such as `MP4`.
  case video(file: String, container: String)
  /// The file ends before the image does.
  case truncated(file: String, detail: String)
  /// The bytes contradict the format.
  case damaged(file: String, detail: String)
  /// The format allows this variant, but Segue does not decode it.
  case unsupported(file: String, detail: String)
  /// The image has more pixels than the limit.
  case tooLarge(file: String, size: PixelSize, limit: Int)
  /// The file has more bytes than an image within the pixel limit can need.
  case fileTooLarge(file: String, limit: Int)
  /// Memory is exhausted.
  case outOfMemory(file: String)
}

extension ImageError {
  /// The name of the file, as the caller gave it.
  public var file: String {
    switch self {
    case .notAnImage(let file), .video(let file, _), .truncated(let file, _), .damaged(let file, _),
      .unsupported(let file, _),
      .tooLarge(let file, _, _), .fileTooLarge(let file, _), .outOfMemory(let file):
      file
    }
  }
}

extension ImageError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop, with the file and the fault.
  ///
  /// Bytes of the name that are not UTF-8 appear as `\xE9`.
  public var description: String { FileName.shown(sentence) }

  private var sentence: String {
    switch self {
    case .notAnImage(let file): "\(file): no image that is read: not \(Catalog.formats.readableTitles)"
    case .video(let file, let container):
      "\(file): a video (\(container)), where an image is needed; one of its frames becomes an image by: "
        + "ffmpeg -i \(shellWord(file)) -frames:v 1 frame.png"
    case .truncated(let file, let detail): "\(file): truncated: \(detail)"
    case .damaged(let file, let detail): "\(file): damaged: \(detail)"
    case .unsupported(let file, let detail): "\(file): not supported: \(detail)"
    case .tooLarge(let file, let size, let limit):
      "\(file): \(size) pixels are more than the limit of \(limit)"
    case .fileTooLarge(let file, let limit):
      "\(file): more than \(limit) bytes, too many for an image within the limit"
    case .outOfMemory(let file): "\(file): not enough memory"
    }
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}
