package import SegueFormats

/// The encoding of the sound of a video with copied packets.
package enum KeptSound: Hashable, Sendable {
  /// A lossless encoder that keeps the clips' samples outside of joints, and its ffmpeg options.
  case kept(codec: String, options: [String])
  /// All sound is encoded by the encoder of the format, for the given reason.
  case encoded(reason: String)
}

extension JoinedSound {
  /// Chooses the encoder: the clips' lossless codec, if all clips have the same codec and the format can
  /// store it.
  ///
  /// Packets of lossy codecs are not copied: a packet has a fixed number of samples (AAC: 1024), so the
  /// second clip could begin only at a multiple of that number.
  package func kept(in format: any VideoFormat) -> KeptSound {
    guard music == nil else { return .encoded(reason: "other sound is mixed under it") }
    guard let first = spans.first?.clip, let sound = sound(of: first) else {
      return .encoded(reason: "no clip has sound")
    }
    let name = ClipName(first.file).file
    guard let codec = LosslessCodec(sound) else {
      return .encoded(reason: "\(name): packets of \(sound.codec) do not begin at the sample of a joint")
    }
    guard sound.isStored(as: form) else {
      return .encoded(reason: "\(name): \(sound.description) becomes \(form.rate) Hz, \(form.layout)")
    }
    for clip in spans.lazy.map(\.clip) {
      guard let other = self.sound(of: clip), LosslessCodec(other) != codec || !other.isStored(as: form)
      else { continue }
      return .encoded(
        reason: "\(ClipName(clip.file).file): \(other.description), of \(name) \(sound.description)")
    }
    let container = type(of: format).name
    guard let options = codec.options(in: container) else {
      return .encoded(reason: "\(container) does not store \(sound.codec)")
    }
    return .kept(codec: sound.codec, options: options)
  }

  private func sound(of clip: Clip) -> ClipProbe.Sound? {
    let sounds = clip.probe.sounds
    return sounds.indices.contains(stream) ? sounds[stream] : nil
  }
}

/// A lossless codec and its sample type; 32-bit floats represent all values of the sample type exactly.
private struct LosslessCodec: Hashable {
  private enum Kind {
    case pcm
    case flac
    case alac
  }

  private enum Samples: String {
    case s16
    /// Samples of 24 bits, which ffmpeg decodes to 32 bits.
    case s24
    case f32
  }

  private let kind: Kind
  private let samples: Samples

  /// Makes the codec of a stream; nil for a lossy codec, or for other sample types.
  init?(_ sound: ClipProbe.Sound) {
    switch sound.sampleFormat {
    case "s16", "s16p": samples = .s16
    case "s32" where sound.bits == 24, "s32p" where sound.bits == 24: samples = .s24
    case "flt": samples = .f32
    default: return nil
    }
    switch sound.codec {
    case "flac": kind = .flac
    case "alac": kind = .alac
    case let name where name.hasPrefix("pcm_\(samples.rawValue)"): kind = .pcm
    default: return nil
    }
  }

  /// Returns the options of ffmpeg's encoder in a container; nil if the container does not store the codec.
  func options(in container: String) -> [String]? {
    let wide = samples == .s24
    switch (kind, container) {
    case (.pcm, "mov"), (.pcm, "mkv"): return ["-c:a", "pcm_\(samples.rawValue)le"]
    case (.flac, "mkv"): return ["-c:a", "flac", "-sample_fmt", wide ? "s32" : "s16"]
    // ffmpeg 5.1 regards FLAC in MP4 as experimental.
    case (.flac, "mp4"): return ["-c:a", "flac", "-sample_fmt", wide ? "s32" : "s16", "-strict", "-2"]
    case (.alac, "mp4"), (.alac, "mov"), (.alac, "mkv"):
      return ["-c:a", "alac", "-sample_fmt", wide ? "s32p" : "s16p"]
    default: return nil
    }
  }
}

extension ClipProbe.Sound {
  fileprivate var description: String { "\(codec), \(rate) Hz, \(layout ?? "\(channels) channels")" }

  /// Returns whether samples of the stream need no conversion of rate and channels.
  fileprivate func isStored(as form: SoundForm) -> Bool {
    rate == form.rate && channels == form.channels && [nil, "unknown", form.layout].contains(layout)
  }
}
