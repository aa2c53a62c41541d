import SegueExport
import SegueFiles
import Synchronization

/// The mixed sound of clips, in a temporary file that is removed with this object.
final class MixedSound: Sendable {
  private let sound: JoinedSound?
  private let music: JoinedSound.Music?
  private let fade: Double
  private let file = Mutex<NamelessFile?>(nil)

  /// Makes the sound, but does not mix it yet.
  ///
  /// - Parameters:
  ///   - sound: The sound; nil if nothing is heard.
  ///   - music: The background sound, whose file is checked first.
  ///   - fade: The duration of the fade-out at the end, in seconds.
  init(_ sound: JoinedSound?, music: JoinedSound.Music?, fade: Double) {
    (self.sound, self.music, self.fade) = (sound, music, fade)
  }

  /// Mixes the sound.
  ///
  /// - Returns: The mixed sound; nil if nothing is heard.
  /// - Throws: `ClipError` or `FileError` if sound cannot be decoded or stored.
  func soundtrack() throws -> Soundtrack? {
    if let music { _ = try readStart(of: music.file, count: 0) }
    guard let sound else { return nil }
    note("sound: \(sound.form.rate) Hz, \(sound.form.layout), \(sound.sampleCount) samples")
    // A dry run mixes only the first block of samples, which checks that the sound can be decoded.
    let isTrial = Messages.isDryRun
    let blocks = Mutex(0)
    let mixed = try sound.mixed {
      isTrial
        && blocks.withLock { count in
          count += 1
          return count > 1
        }
    }
    if isTrial { sound.commandLines.forEach(noteCommandLine) }
    file.withLock { $0 = mixed }
    return Soundtrack(mixed: mixed.path, fade: fade)
  }
}
