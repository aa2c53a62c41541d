// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264, HEVC or AV1 in MP4, with the index (moov) at the start, so that browsers can play the file during
  /// the download.
  public struct MP4: YCbCrVideo, Hashable {
    /// The codec: `h264`, `hevc` or `av1`.
    public var codec = VideoCodec.h264
    /// The bit depth of a sample; `auto` is 8 bits, but 10 bits for clips of more than 8 bits with `hevc` or
    /// `av1`.
    public var depth = EncodedDepth.auto
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec, a chroma subsampling and a depth.
    public init(codec: VideoCodec = .h264, chroma: ChromaSubsampling = .half, depth: EncodedDepth = .auto) {
      (self.codec, self.chroma, self.depth) = (codec, chroma, depth)
    }

    public static let codecs = [VideoCodec.h264, .hevc, .av1]
    public static let name = "mp4"
    public static let extensions = ["mp4"]
    public static let mediaTypes = ["video/mp4"]
    public static let summary = "H.264 video (crf 18, yuv420p, faststart), HEVC or AV1, by ffmpeg."
    public static let parameters: [NamedParameter<MP4>] = [
      .word("codec", \.codec, of: codecs, "Codec; hevc and av1 have 8 or 10 bits."), .chroma(\.chroma),
      .depth(\.depth),
    ]

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codecOptions + ["-movflags", "+faststart", "-f", "mp4"]
    }

    public var ffmpegPipeOptions: [String]? { fragmented }
  }
}

extension VideoFormat where Self == Formats.MP4 {
  /// H.264 in MP4, with the index at the start.
  public static var mp4: Formats.MP4 { Formats.MP4() }
}
