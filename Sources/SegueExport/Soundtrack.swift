/// Sound that goes with frames, from a file that the user's ffmpeg reads.
///
///     let music = Soundtrack("music.ogg", fade: 1.5)
///     try await exporter.export(to: .video("slide.mp4", .mp4, sound: music))
///
/// Damage that players pass over, such as foreign bytes between frames of MP3, is silence.
///
/// It is as long as the frames: cut where it is longer, and begun again from its beginning where it is shorter. Where
/// only some frames are written it is the part that goes with them.
public struct Soundtrack: Hashable, Sendable {
  /// The file: a regular one, whose first stream of sound is taken.
  public var file: String
  /// Seconds of it that are left out at the beginning.
  public var start: Double
  /// How loud it is: 1 as in the file, 0 silent.
  public var volume: Double
  /// Seconds at the end of what is written in which it fades away; 0: it does not.
  public var fade: Double

  /// Takes a file; numbers outside 0…1000000, and a volume outside 0…100, are taken to the nearest within.
  public init(_ file: String, start: Double = 0, volume: Double = 1, fade: Double = 0) {
    self.file = file
    self.start = max(0, min(1e6, start))
    self.volume = max(0, min(100, volume))
    self.fade = max(0, min(1e6, fade))
  }
}

extension Soundtrack {
  /// How ffmpeg is told to read it, for so many seconds from some second of the whole on.
  func ffmpegInput(from first: Double, seconds: Double) -> [String] {
    ["-stream_loop", "-1"] + part(from: first, seconds: seconds) + Self.reading(file)
  }

  /// How ffmpeg is told how much of a file is read, for so many seconds from some second of the whole on.
  ///
  /// What is read has an end of its own: without one ffmpeg would not stop where somebody replaces the filter.
  func part(from first: Double, seconds: Double) -> [String] { ["-t", time(start + first + seconds + 1)] }

  /// ffmpeg's filter for the sound of so many seconds from some second of the whole on.
  func ffmpegFilter(from first: Double, seconds: Double) -> String {
    var filters = [
      "atrim=start=\(time(start + first)):duration=\(time(seconds))", "asetpts=PTS-STARTPTS",
    ]
    if volume != 1 { filters.append("volume=\(volume)") }
    let fade = min(fade, seconds)
    if fade > 0 { filters.append("afade=t=out:st=\(time(seconds - fade)):d=\(time(fade))") }
    return filters.joined(separator: ",")
  }

  /// How ffmpeg opens a file: whatever its name looks like, and whatever it refers to.
  static func reading(_ file: String) -> [String] { ["-protocol_whitelist", "file", "-i", "file:\(file)"] }

  private func time(_ seconds: Double) -> String { "\(Int((1e6 * min(seconds, 1e9)).rounded()))us" }
}
