/// Sound for a video, from a file that the user's ffmpeg reads.
///
///     let music = Soundtrack("music.ogg", fade: 1.5)
///     try await exporter.export(to: .video("slide.mp4", .mp4, sound: music))
///
/// Damage that players skip, such as foreign bytes between frames of MP3, becomes silence.
///
/// The sound is cut or looped to the length of the frames. A part of the frames gets the matching part of the
/// sound.
public struct Soundtrack: Hashable, Sendable {
  /// The file: a regular one, of which the first audio stream is used.
  public var file: String
  /// The seconds skipped at the beginning.
  public var start: Double
  /// The volume: 1 as in the file, 0 silent.
  public var volume: Double
  /// The seconds of the fade at the end; 0 for none.
  public var fade: Double

  /// Makes a soundtrack; numbers are clamped to 0…1000000, the volume to 0…100.
  public init(_ file: String, start: Double = 0, volume: Double = 1, fade: Double = 0) {
    self.file = file
    self.start = max(0, min(1e6, start))
    self.volume = max(0, min(100, volume))
    self.fade = max(0, min(1e6, fade))
  }
}

extension Soundtrack {
  /// The input options of ffmpeg for a part of the whole, in seconds.
  func ffmpegInput(from first: Double, seconds: Double) -> [String] {
    ["-stream_loop", "-1"] + part(from: first, seconds: seconds) + Self.reading(file)
  }

  /// The input options of ffmpeg that limit how much of the file is read.
  ///
  /// Without them ffmpeg would not end if the user's options replace the filter.
  func part(from first: Double, seconds: Double) -> [String] { ["-t", time(start + first + seconds + 1)] }

  /// The audio filter of ffmpeg for a part of the whole, in seconds.
  func ffmpegFilter(from first: Double, seconds: Double) -> String {
    var filters = [
      "atrim=start=\(time(start + first)):duration=\(time(seconds))", "asetpts=PTS-STARTPTS",
    ]
    if volume != 1 { filters.append("volume=\(volume)") }
    let fade = min(fade, seconds)
    if fade > 0 { filters.append("afade=t=out:st=\(time(seconds - fade)):d=\(time(fade))") }
    return filters.joined(separator: ",")
  }

  /// The options that open a file literally, without following references to other protocols.
  static func reading(_ file: String) -> [String] { ["-protocol_whitelist", "file", "-i", "file:\(file)"] }

  private func time(_ seconds: Double) -> String { "\(Int((1e6 * min(seconds, 1e9)).rounded()))us" }
}
