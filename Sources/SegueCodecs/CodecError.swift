public import SeguePixels

/// Why an image file could not be read or written; each case names the file.
public enum CodecError: Error, Equatable {
  /// There is no such file.
  case missing(file: String)
  /// The file is there but cannot be opened or read.
  case unreadable(file: String, reason: String)
  /// The bytes are no image of a known format.
  case notAnImage(file: String)
  /// The file ends before the image does.
  case truncated(file: String, detail: String)
  /// The bytes contradict the format.
  case damaged(file: String, detail: String)
  /// The format allows it, this library does not decode it.
  case unsupported(file: String, detail: String)
  /// The image has more pixels than the limit.
  case tooLarge(file: String, size: PixelSize, limit: Int)
  /// The file has more bytes than an image within the limit can need.
  case fileTooLarge(file: String, limit: Int)
  /// Memory is out.
  case outOfMemory(file: String)
  /// A frame cannot be rendered, and why.
  case unrenderable(String)
  /// The output file or its folder cannot be created.
  case cannotCreate(file: String, reason: String)
  /// The output file exists and was not to be replaced.
  case exists(file: String)
  /// The hidden file that becomes the output file was left by a run that was killed.
  case leftover(file: String, partial: String)
  /// Another run is writing the output file.
  case busy(file: String)
  /// Writing failed: the disk is full, the reader of a pipe has gone.
  case writeFailed(file: String, reason: String)
  /// The program that writes files of this kind is not installed.
  case missingProgram(String, file: String)
}

extension CodecError: CustomStringConvertible {
  /// One line: the file and what is wrong.
  public var description: String {
    switch self {
    case .missing(let file): "\(file): no such file"
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .notAnImage(let file): "\(file): not a PNG or JPEG image"
    case .truncated(let file, let detail): "\(file): truncated: \(detail)"
    case .damaged(let file, let detail): "\(file): damaged: \(detail)"
    case .unsupported(let file, let detail): "\(file): not supported: \(detail)"
    case .tooLarge(let file, let size, let limit):
      "\(file): \(size) pixels are more than the limit of \(limit)"
    case .fileTooLarge(let file, let limit):
      "\(file): more than \(limit) bytes, too many for an image within the limit"
    case .outOfMemory(let file): "\(file): not enough memory"
    case .unrenderable(let reason): reason
    case .cannotCreate(let file, let reason): "\(file): cannot be created: \(reason)"
    case .exists(let file): "\(file): exists already"
    case .leftover(let file, let partial):
      "\(file): \(partial) is in the way: a run that was killed left it"
    case .busy(let file): "\(file): another run is writing it"
    case .writeFailed(let file, let reason): "\(file): writing failed: \(reason)"
    case .missingProgram(let program, let file):
      "\(file): needs \(program), which is not here; install it (Debian: apt-get install \(program))"
    }
  }
}
