/// Sound for a video, from a file that the user's ffmpeg decodes.
///
///     let music = Soundtrack("music.ogg", fade: 1.5)
///     try await exporter.export(to: .video("slide.mp4", .mp4, sound: music))
///
/// Damage that players skip, such as foreign bytes between MP3 frames, becomes silence.
///
/// The sound is cut or looped to the duration of the video. A range of the frames gets the corresponding part
/// of the sound.
public struct Soundtrack: Hashable, Sendable {
  /// The name of a regular file, whose first audio stream is used.
  public var file: String
  /// The time to skip at the beginning of the sound, in seconds.
  public var start: Double
  /// The volume, as a factor: 1 leaves the sound unchanged, 0 silences it.
  public var volume: Double
  /// The duration of the fade-out at the end in seconds; 0 for none.
  public var fade: Double
  /// The ffmpeg options of an encoder other than the format's default; nil for the default.
  package var encoder: [String]?
  /// Whether this process mixed the samples, so that exports need not decode them as a test.
  package private(set) var isMixed = false

  /// Makes a soundtrack; `start` and `fade` are clamped to 0…1000000, `volume` to 0…100.
  public init(_ file: String, start: Double = 0, volume: Double = 1, fade: Double = 0) {
    self.file = file
    self.start = max(0, min(1e6, start))
    self.volume = max(0, min(100, volume))
    self.fade = max(0, min(1e6, fade))
  }

  /// Makes a soundtrack of samples that this process mixed.
  package init(mixed file: String, fade: Double = 0) {
    self.init(file, fade: fade)
    isMixed = true
  }
}

extension Soundtrack {
  /// Returns the input options of ffmpeg for a part of the looped sound: `seconds` long, from the time
  /// `first` in seconds.
  func ffmpegInput(from first: Double, seconds: Double) -> [String] {
    ["-stream_loop", "-1"] + part(from: first, seconds: seconds) + Self.reading(file)
  }

  /// Returns the input options of ffmpeg that limit how much of the file is read.
  ///
  /// Without a limit, ffmpeg would read the looped sound forever if the user's options replace the filter.
  func part(from first: Double, seconds: Double) -> [String] { ["-t", time(start + first + seconds + 1)] }

  /// Returns the audio filter of ffmpeg that cuts out a part, `seconds` long, from the time `first` in
  /// seconds, and sets volume and fade.
  func ffmpegFilter(from first: Double, seconds: Double) -> String {
    var filters = [
      "atrim=start=\(time(start + first)):duration=\(time(seconds))", "asetpts=PTS-STARTPTS",
    ]
    if volume != 1 { filters.append("volume=\(volume)") }
    let fade = min(fade, seconds)
    if fade > 0 { filters.append("afade=t=out:st=\(time(seconds - fade)):d=\(time(fade))") }
    return filters.joined(separator: ",")
  }

  /// Returns the options of ffmpeg that open a file by its literal name, and forbid references to other
  /// protocols.
  static func reading(_ file: String) -> [String] { ["-protocol_whitelist", "file", "-i", "file:\(file)"] }

  private func time(_ seconds: Double) -> String { "\(Int((1e6 * min(seconds, 1e9)).rounded()))us" }
}
