import SegueFiles

/// The form of decoded sound: the sample rate, the number of channels and the channel layout.
package struct SoundForm: Hashable, Sendable {
  package var rate: Int
  package var channels: Int
  /// ffmpeg's name of the channel layout.
  package var layout: String

  /// Makes a form.
  package init(rate: Int, channels: Int, layout: String) {
    (self.rate, self.channels, self.layout) = (rate, channels, layout)
  }

  /// Makes the form of a stream.
  ///
  /// A stream whose number of channels has no usual layout becomes stereo; the rate is clamped to 8…192 kHz.
  package init(_ sound: ClipProbe.Sound) {
    let usual = [1: "mono", 2: "stereo", 3: "2.1", 4: "quad", 6: "5.1", 8: "7.1"]
    rate = max(8000, min(192_000, sound.rate))
    let channels = usual[sound.channels] == nil ? 2 : sound.channels
    self.channels = channels
    layout = usual[channels] ?? "stereo"
  }
}

/// The sound of a clip, decoded by ffmpeg in order, as interleaved floats.
///
/// Silence is added at the beginning if the sound starts after the picture, and at the end if the sound ends
/// before the picture.
final class ClipSound {
  private let file: String
  private let channels: Int
  private let program: StartedProgram
  private let descriptor: Int32
  private var hasEnded = false
  /// Whether no sample has been read yet.
  private var isEmpty = true

  private static let patience = 120

  /// Starts ffmpeg, and skips the sound before a time of the clip.
  convenience init(
    _ clip: Clip, from offset: ClipTime, stream: Int, _ form: SoundForm, onStart: ([String]) -> Void
  ) throws {
    let probe = clip.probe
    // The times of ffmpeg are relative to the start of the file, which may be before the first frame.
    let skipped = (probe.firstTime.map { $0 - probe.start } ?? .zero) + clip.origin + offset
    try self.init(
      file: ClipName(clip.file).file, stream: stream, form, skipping: skipped.floor(perSecond: form.rate),
      onStart: onStart)
  }

  /// Starts ffmpeg for a sound file; if `loops` is true, ffmpeg repeats the sound without end.
  init(
    file: String, stream: Int, _ form: SoundForm, skipping skipped: Int = 0, loops: Bool = false,
    onStart: ([String]) -> Void
  ) throws {
    self.file = file
    channels = form.channels
    let words = Self.words(file: file, stream: stream, form, loops: loops)
    onStart(words)
    (program, descriptor) = try startDecoder(words, of: file)
    var rest = skipped
    while rest > 0, !hasEnded {
      let count = min(rest, 1 << 16)
      _ = try next(count)
      rest -= count
    }
  }

  /// Returns the command line of ffmpeg that decodes a sound stream to 32-bit floats.
  static func words(file: String, stream: Int, _ form: SoundForm, loops: Bool) -> [String] {
    ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error"] + (loops ? ["-stream_loop", "-1"] : [])
      + ["-protocol_whitelist", "file", "-i", "file:\(file)"]
      + ["-map", "0:a:\(stream)", "-vn", "-sn", "-dn"]
      + [
        "-af",
        "aresample=\(form.rate):async=1:first_pts=0,aformat=sample_fmts=flt:channel_layouts=\(form.layout)",
      ]
      + ["-f", "f32le", "pipe:1"]
  }

  deinit {
    program.interrupt()
    closeDescriptor(descriptor)
  }

  /// Reads the next `count` samples of each channel, interleaved; returns silence after the end.
  func next(_ count: Int) throws -> [Float] {
    let wanted = count * channels
    guard !hasEnded else { return [Float](repeating: 0, count: wanted) }
    var samples: [Float]
    do throws(PipeTimeout) {
      samples = try readFloats(descriptor, count: wanted, seconds: Self.patience)
    } catch {
      program.interrupt()
      throw ClipError.decoderFailed(file: file, reason: "ffmpeg wrote no sound for \(Self.patience) s")
    }
    if !samples.isEmpty { isEmpty = false }
    if samples.count < wanted {
      hasEnded = true
      if let complaint = program.wait(), isEmpty {
        throw ClipError.unusable(file: file, reason: "its sound cannot be decoded: ffmpeg: \(complaint)")
      }
      samples += [Float](repeating: 0, count: wanted - samples.count)
    }
    return samples
  }
}
