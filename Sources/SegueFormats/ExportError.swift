public import FoundationEssentials
import SegueFiles
public import SeguePixels

/// An error in writing frames in a format; each case names the file.
public enum ExportError: Error, Hashable {
  /// The format cannot be written: a side exceeds its limit, for example, or no format has the extension.
  case unsupported(file: String, reason: String)
  /// A frame is transparent, and the video format cannot store transparency.
  case transparentFrames(file: String, format: String)
  /// H.264 with 4:2:0 chroma requires an even width and height.
  case oddSides(file: String, size: PixelSize)
  /// The file for the sound has no sound that can be decoded.
  case unusableSound(file: String, reason: String)
  /// The program that writes this format is not installed.
  case missingProgram(String, file: String)
  /// The encoder failed; `reason` is its message.
  case encoderFailed(file: String, reason: String)
  /// Memory is exhausted.
  case outOfMemory(file: String)
}

extension ExportError {
  /// The name of the file, as the caller gave it.
  public var file: String {
    switch self {
    case .unsupported(let file, _), .transparentFrames(let file, _), .oddSides(let file, _),
      .unusableSound(let file, _), .missingProgram(_, let file), .encoderFailed(let file, _),
      .outOfMemory(let file):
      file
    }
  }
}

extension ExportError: LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop, with the file and the fault.
  ///
  /// Bytes of the name that are not UTF-8 appear as `\xE9`.
  public var description: String { FileName.shown(sentence) }

  private var sentence: String {
    switch self {
    case .unsupported(let file, let reason): "\(file): cannot be created: \(reason)"
    case .transparentFrames(let file, let format):
      "\(file): cannot be created: frames are transparent, and \(format) has no transparency here"
    case .oddSides(let file, let size):
      "\(file): cannot be created: H.264 with halved chroma has even sides, not \(size)"
    case .unusableSound(let file, let reason): "\(file): no sound for the video: \(reason)"
    case .missingProgram(let program, let file):
      "\(file): needs \(program), which is not here; install it (Debian: apt-get install \(program))"
    case .encoderFailed(let file, let reason): "\(file): writing failed: \(reason)"
    case .outOfMemory(let file): "\(file): not enough memory"
    }
  }

  /// Equal to `description`.
  public var errorDescription: String? { description }
}

/// The error for a transparent frame in an output that allows only opaque ones; the caller tries another
/// output.
package struct TransparentFrame: Error {
  package init() {}
}
