public import SeguePixels

/// A codec of opaque video in Y'CbCr.
public enum VideoCodec: String, CaseIterable, Sendable {
  /// H.264 by x264, with 8 bits a sample.
  case h264
  /// HEVC by x265, with 8 or 10 bits.
  case hevc
  /// AV1 by SVT-AV1, with 8 or 10 bits and 4:2:0 chroma.
  case av1

  /// The depths that the codec can store.
  var depths: [EncodedDepth] { self == .h264 ? [.eight] : [.eight, .ten] }

  /// The options of ffmpeg for a quality with nearly no visible loss.
  func ffmpegOptions(_ chroma: ChromaSubsampling, bits: Int) -> [String] {
    let codec =
      switch self {
      case .h264: ["-c:v", "libx264", "-crf", "18"]
      case .hevc: ["-c:v", "libx265", "-crf", "20", "-x265-params", "log-level=error", "-tag:v", "hvc1"]
      case .av1: ["-c:v", "libsvtav1", "-crf", "25", "-preset", "8"]
      }
    return codec + ["-pix_fmt", "yuv\(chroma.rawValue)p\(bits > 8 ? "\(bits)le" : "")"] + bt709
  }
}

/// The checks and options that containers of H.264, HEVC and AV1 share.
public protocol YCbCrVideo: VideoFormat, DeepFormat {
  /// The codec; nil for a codec that is not a `VideoCodec` and encodes RGBA.
  var videoCodec: VideoCodec? { get }
  /// The chroma subsampling.
  var chroma: ChromaSubsampling { get }
}

extension YCbCrVideo {
  /// The possible depths: `auto`, 8 or 10 bits.
  public static var depths: [EncodedDepth] { [.auto, .eight, .ten] }

  /// The format in which ffmpeg gets frames: Y4M with the bits of the depth; RGBA if `videoCodec` is nil.
  public var input: any StreamFormat {
    videoCodec == nil ? Formats.RGBA() : Formats.Y4M(opaque: chroma, isDeep ? .ten : .eight)
  }

  /// Whether frames that are not decoded from clips have 10 bits.
  private var isDeep: Bool { depth == .ten && keepsTenBits }

  /// Whether the codec stores 10 bits, and the depth allows them.
  package var keepsTenBits: Bool { depth != .eight && videoCodec?.depths.contains(.ten) ?? false }

  /// AAC with 192 kbit/s.
  public var ffmpegSoundOptions: [String]? { ["-c:a", "aac", "-b:a", "192k"] }

  /// Throws for an odd side with 4:2:0 chroma, and for a depth or a chroma that the codec does not store.
  public func check(_ size: PixelSize, named file: String) throws(ExportError) {
    guard let codec = videoCodec else { return }
    guard depth != .ten || codec.depths.contains(.ten) else {
      throw .unsupported(
        file: file, reason: "\(codec.rawValue) is written with 8 bits; hevc and av1 have 10 bits")
    }
    guard codec != .av1 || chroma == .half else {
      throw .unsupported(file: file, reason: "av1 is written with chroma 420")
    }
    guard chroma == .half, size.width % 2 + size.height % 2 > 0 else { return }
    throw .oddSides(file: file, size: size)
  }

  /// The options of ffmpeg for a fragmented file, which can be written to a pipe.
  ///
  /// `delay_moov` is needed for edit lists: without them the sound was 45 ms early (the delay of two frames
  /// in H.264, minus the priming samples of AAC).
  var fragmented: [String] { ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov"] }

  /// The options of ffmpeg for the codec; empty if `videoCodec` is nil.
  var codecOptions: [String] { videoCodec?.ffmpegOptions(chroma, bits: isDeep ? 10 : 8) ?? [] }
}
