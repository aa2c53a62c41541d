import SegueExport
import SegueFiles
import SegueFormats
import SeguePlatform

/// An uploaded sound, in a temporary file that ffmpeg reads; the file is removed with this object.
final class SoundFile: Sendable {
  /// The path of the file.
  let path: String

  /// Writes a file, and decodes its first seconds as a test.
  ///
  /// - Throws: `Refused` if the file has no sound, or cannot be written; the message has `name` for the path.
  init(_ bytes: [UInt8], named name: String, at path: String) throws(Refused) {
    self.path = path
    // Lists of files are refused, since ffmpeg would open the files.
    guard Self.isSound(bytes) else {
      throw Refused("\(name) is no sound file, such as MP3, M4A, Ogg, FLAC or WAV")
    }
    do {
      try writeFile(path, bytes.span, overwrite: true)
      _ = try SoundPart(Soundtrack(path), frames: 0..<1, rate: FrameRate(1)).tried()
    } catch {
      throw Refused(sentence(error).replacing(path, with: name))
    }
  }

  deinit { unlink(path) }

  /// Whether the first bytes are those of a format that holds its own sound.
  private static func isSound(_ bytes: [UInt8]) -> Bool {
    let starts = ["RIFF", "OggS", "fLaC", "ID3", "FORM", "caff", ".snd", "\u{1A}E"]
    return starts.contains { bytes.starts(with: $0.utf8) } || bytes.dropFirst(4).starts(with: "ftyp".utf8)
      // A frame of MPEG audio begins with 11 ones.
      || bytes.count > 1 && bytes[0] == 0xFF && bytes[1] >= 0xE0
  }
}
