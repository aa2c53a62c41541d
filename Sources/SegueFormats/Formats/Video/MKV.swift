// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264, HEVC, AV1 or FFV1 in Matroska.
  public struct MKV: YCbCrVideo, Hashable {
    /// The video codec.
    public enum Codec: String, CaseIterable, Sendable {
      /// H.264, without transparency.
      case h264
      /// HEVC with 8 or 10 bits.
      case hevc
      /// AV1 with 8 or 10 bits.
      case av1
      /// FFV1: lossless, with transparency.
      case ffv1
    }

    /// The video codec.
    public var codec = Codec.h264
    /// The depth; `auto` takes 10 bits from clips of 10 bits, with `hevc` and `av1`.
    public var depth = EncodedDepth.auto
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with H.264 and 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec, a chroma subsampling and a depth.
    public init(codec: Codec = .h264, chroma: ChromaSubsampling = .half, depth: EncodedDepth = .auto) {
      (self.codec, self.chroma, self.depth) = (codec, chroma, depth)
    }

    public static let name = "mkv"
    public static let extensions = ["mkv"]
    public static let mediaTypes = ["video/matroska", "video/x-matroska"]
    public static let summary =
      "H.264 video (crf 18, yuv420p), HEVC, AV1, or lossless FFV1 with transparency, in Matroska, by ffmpeg."
    public static let parameters: [NamedParameter<MKV>] = [
      .chroma(\.chroma),
      .word("codec", \.codec, "Codec; ffv1 is lossless, hevc and av1 have 8 or 10 bits."),
      .depth(\.depth),
    ]

    public var videoCodec: VideoCodec? { VideoCodec(rawValue: codec.rawValue) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      (codec != .ffv1 ? codecOptions : ["-c:v", "ffv1", "-pix_fmt", "bgra"]) + ["-f", "matroska"]
    }
  }
}

extension VideoFormat where Self == Formats.MKV {
  /// H.264 in Matroska.
  public static var mkv: Formats.MKV { Formats.MKV() }
  /// Matroska with the given codec.
  public static func mkv(codec: Formats.MKV.Codec) -> Formats.MKV { Formats.MKV(codec: codec) }
}
