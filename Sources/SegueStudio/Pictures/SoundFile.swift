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
  /// - Throws: `Refused` if the file has no sound, or cannot be written; the message contains `name` instead
  ///   of the path.
  init(_ bytes: [UInt8], named name: String, at path: String) throws(Refused) {
    self.path = path
    // Refuses playlists, since ffmpeg would open the files that they name.
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

  /// Returns whether the first bytes are those of a format that contains sound, unlike a playlist, which only
  /// names files.
  private static func isSound(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    // Skips ID3 tags and the zeros after them, as ffmpeg does. Each byte of a tag's length has 7 bits.
    while rest.starts(with: "ID3".utf8), rest.count > 10 {
      let length = rest.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      rest = rest.dropFirst(10 + length).drop { $0 == 0 }
    }
    let head = Array(rest.prefix(8))
    let starts = ["RIFF", "OggS", "fLaC", "FORM", "caff", ".snd", "\u{1A}E"]
    return starts.contains { head.starts(with: $0.utf8) } || head.dropFirst(4).starts(with: "ftyp".utf8)
      // An MPEG audio frame begins with 11 bits that are 1.
      || head.count > 1 && head[0] == 0xFF && head[1] >= 0xE0
  }
}
