// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264, HEVC, ProRes or PNG in the QuickTime container.
  public struct MOV: YCbCrVideo, Hashable {
    /// The codec: `h264`, `hevc`, `prores` or `png`.
    public var codec = VideoCodec.h264
    /// The bit depth of a sample; with `hevc`, `auto` is 10 bits for clips of more than 8 bits, and otherwise
    /// 8 bits.
    public var depth = EncodedDepth.auto
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with H.264 and 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec, a chroma subsampling and a depth.
    public init(codec: VideoCodec = .h264, chroma: ChromaSubsampling = .half, depth: EncodedDepth = .auto) {
      (self.codec, self.chroma, self.depth) = (codec, chroma, depth)
    }

    public static let codecs = [VideoCodec.h264, .hevc, .prores, .png]
    public static let name = "mov"
    public static let extensions = ["mov"]
    public static let mediaTypes = ["video/quicktime"]
    public static let summary =
      "H.264 or HEVC video for QuickTime, or ProRes 4444 or PNG with transparency, by ffmpeg."
    public static let parameters: [NamedParameter<MOV>] = [
      .chroma(\.chroma),
      .word(
        "codec", \.codec, of: codecs, "Codec; prores and png keep transparency, hevc has 8 or 10 bits."),
      .depth(\.depth),
    ]

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codecOptions + ["-movflags", "+faststart", "-f", "mov"]
    }

    public var ffmpegPipeOptions: [String]? { fragmented }
  }
}

extension VideoFormat where Self == Formats.MOV {
  /// H.264 in the QuickTime container.
  public static var mov: Formats.MOV { Formats.MOV() }
  /// The QuickTime container with the given codec.
  public static func mov(codec: VideoCodec) -> Formats.MOV { Formats.MOV(codec: codec) }
}
