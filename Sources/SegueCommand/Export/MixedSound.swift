import SegueExport
import SegueFiles
import Synchronization

/// The mixed sound of clips, in a temporary file that exists as long as this object.
final class MixedSound: Sendable {
  private let file = Mutex<NamelessFile?>(nil)

  /// Mixes the sound.
  ///
  /// - Parameters:
  ///   - sound: The sound; nil if nothing is heard.
  ///   - music: The sound under that of the clips, whose file is checked first.
  ///   - fade: The seconds of the fade-out at the end.
  /// - Returns: The mixed sound; nil if nothing is heard.
  /// - Throws: `ClipError` or `FileError` if sound cannot be decoded or stored.
  func soundtrack(
    _ sound: JoinedSound?, music: JoinedSound.Music?, fade: Double
  ) throws -> Soundtrack? {
    if let music { _ = try readStart(of: music.file, count: 0) }
    guard let sound else { return nil }
    note("sound: \(sound.form.rate) Hz, \(sound.form.layout), \(sound.sampleCount) samples")
    let mixed = try sound.mixed()
    file.withLock { $0 = mixed }
    return Soundtrack(mixed.path, fade: fade)
  }
}
