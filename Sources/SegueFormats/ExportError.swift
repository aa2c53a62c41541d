public import FoundationEssentials
import SegueFiles
public import SeguePixels

/// Why frames could not become a file of a format; each case names the file.
public enum ExportError: Error, Hashable {
  /// The format has no files of this kind: its sides end at some length, or the name says no format.
  case unsupported(file: String, reason: String)
  /// Frames are transparent, and the video would lose that.
  case transparentFrames(file: String, format: String)
  /// H.264 that keeps half of the color has even sides.
  case oddSides(file: String, size: PixelSize)
  /// The file whose sound was to go with frames has none that can be read.
  case unusableSound(file: String, reason: String)
  /// The program that writes files of this kind is not installed.
  case missingProgram(String, file: String)
  /// The encoder failed, and what it said.
  case encoderFailed(file: String, reason: String)
  /// Memory is out.
  case outOfMemory(file: String)
}

extension ExportError {
  /// The file, as it was named.
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
  /// One sentence without a full stop: the file and what is wrong; bytes of its name that are not UTF-8 as `\xE9`.
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

  /// The description.
  public var errorDescription: String? { description }
}

/// A frame is transparent where what is written has no room for that: it is to be written otherwise.
package struct TransparentFrame: Error {
  package init() {}
}
