public import SeguePixels

/// A video codec; each container stores some of the codecs.
public enum VideoCodec: String, CaseIterable, Sendable {
  /// H.264 by x264, with 8 bits a sample.
  case h264
  /// HEVC by x265, with 8 or 10 bits.
  case hevc
  /// AV1 by SVT-AV1, with 8 or 10 bits and 4:2:0 chroma.
  case av1
  /// FFV1 with RGBA samples: lossless, with transparency.
  case ffv1
  /// ProRes 4444, with transparency.
  case prores
  /// PNG: lossless, with transparency.
  case png

  /// The name of the codec's standard, for messages.
  var title: String {
    switch self {
    case .h264: "H.264"
    case .prores: "ProRes"
    default: rawValue.uppercased()
    }
  }

  /// Whether the encoder takes opaque frames in Y'CbCr, rather than RGBA.
  var takesYCbCr: Bool { [.h264, .hevc, .av1].contains(self) }

  /// Whether the codec can store Y'CbCr frames with 10 bits a sample.
  var storesTenBits: Bool { [.hevc, .av1].contains(self) }

  /// Returns the options of ffmpeg for a quality with nearly no visible loss.
  func ffmpegOptions(_ chroma: ChromaSubsampling, bits: Int) -> [String] {
    let planar = ["-pix_fmt", "yuv\(chroma.rawValue)p\(bits > 8 ? "\(bits)le" : "")"] + bt709
    return switch self {
    case .h264: ["-c:v", "libx264", "-crf", "18"] + planar
    case .hevc:
      ["-c:v", "libx265", "-crf", "20", "-x265-params", "log-level=error", "-tag:v", "hvc1"] + planar
    case .av1: ["-c:v", "libsvtav1", "-crf", "25", "-preset", "8"] + planar
    case .ffv1: ["-c:v", "ffv1", "-pix_fmt", "bgra"]
    case .prores:
      ["-c:v", "prores_ks", "-profile:v", "4444", "-vf", bt709Filter, "-pix_fmt", "yuva444p10le"] + bt709
    case .png: ["-c:v", "png", "-pix_fmt", "rgba"]
    }
  }
}

/// A video format whose container can store several codecs; an extension has the checks and options that
/// these formats share.
public protocol YCbCrVideo: VideoFormat, DeepFormat {
  /// The codecs that the container can store.
  static var codecs: [VideoCodec] { get }
  /// The codec.
  var codec: VideoCodec { get }
  /// The chroma subsampling.
  var chroma: ChromaSubsampling { get }
}

extension YCbCrVideo {
  /// The possible depths: `auto`, 8 or 10 bits.
  public static var depths: [EncodedDepth] { [.auto, .eight, .ten] }

  /// The format in which ffmpeg receives frames: Y4M with 8 or 10 bits a sample, or RGBA.
  public var input: any StreamFormat {
    codec.takesYCbCr ? Formats.Y4M(opaque: chroma, isDeep ? .ten : .eight) : Formats.RGBA()
  }

  /// Whether frames that are not decoded from clips are encoded with 10 bits a sample.
  private var isDeep: Bool { depth == .ten && keepsTenBits }

  /// Whether the codec can store 10 bits a sample, and `depth` allows them.
  package var keepsTenBits: Bool { depth != .eight && codec.storesTenBits }

  /// The options of ffmpeg for sound: AAC with 192 kbit/s.
  public var ffmpegSoundOptions: [String]? { ["-c:a", "aac", "-b:a", "192k"] }

  /// Throws for a codec, a depth or a chroma subsampling that the container or the codec cannot store, and
  /// for an odd side with 4:2:0 chroma.
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {
    guard Self.codecs.contains(codec) else {
      let stored = Self.codecs.map(\.rawValue).joined(separator: ", ")
      throw .unsupported(file: file, reason: "\(Self.name) stores \(stored), not \(codec.rawValue)")
    }
    guard codec.takesYCbCr else { return }
    guard depth != .ten || codec.storesTenBits else {
      throw .unsupported(
        file: file, reason: "\(codec.rawValue) is written with 8 bits; hevc and av1 have 10 bits")
    }
    guard codec != .av1 || chroma == .half else {
      throw .unsupported(file: file, reason: "av1 is written with chroma 420")
    }
    guard chroma == .half, size.width % 2 + size.height % 2 > 0 else { return }
    throw .oddSides(file: file, size: size, codec: codec)
  }

  /// The options of ffmpeg for a fragmented file, which can be written to a pipe.
  ///
  /// `delay_moov` is needed for edit lists: without them the sound was 45 ms early (the delay of two frames
  /// in H.264, minus the priming samples of AAC).
  var fragmented: [String] { ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov"] }

  /// The options of ffmpeg for the codec.
  var codecOptions: [String] { codec.ffmpegOptions(chroma, bits: isDeep ? 10 : 8) }
}
