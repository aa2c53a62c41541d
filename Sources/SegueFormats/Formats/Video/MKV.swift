// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264, HEVC, AV1 or FFV1 in Matroska.
  public struct MKV: YCbCrVideo, Hashable {
    /// The codec: `h264`, `hevc`, `av1` or `ffv1`.
    public var codec = VideoCodec.h264
    /// The bit depth of a sample; `auto` is 8 bits, but 10 bits for clips of more than 8 bits with `hevc` or
    /// `av1`.
    public var depth = EncodedDepth.auto
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with H.264 and 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec, a chroma subsampling and a depth.
    public init(codec: VideoCodec = .h264, chroma: ChromaSubsampling = .half, depth: EncodedDepth = .auto) {
      (self.codec, self.chroma, self.depth) = (codec, chroma, depth)
    }

    public static let codecs = [VideoCodec.h264, .hevc, .av1, .ffv1]
    public static let name = "mkv"
    public static let extensions = ["mkv"]
    public static let mediaTypes = ["video/matroska", "video/x-matroska"]
    public static let summary =
      "H.264 video (crf 18, yuv420p), HEVC, AV1, or lossless FFV1 with transparency, in Matroska, by ffmpeg."
    public static let parameters: [NamedParameter<MKV>] = [
      .chroma(\.chroma),
      .word("codec", \.codec, of: codecs, "Codec; ffv1 is lossless, hevc and av1 have 8 or 10 bits."),
      .depth(\.depth),
    ]

    public func ffmpegOptions(rate: FrameRate) -> [String] { codecOptions + ["-f", "matroska"] }
  }
}

extension VideoFormat where Self == Formats.MKV {
  /// H.264 in Matroska.
  public static var mkv: Formats.MKV { Formats.MKV() }
  /// Matroska with the given codec.
  public static func mkv(codec: VideoCodec) -> Formats.MKV { Formats.MKV(codec: codec) }
}
