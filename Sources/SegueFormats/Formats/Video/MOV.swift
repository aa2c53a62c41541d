// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264, HEVC, ProRes or PNG in the QuickTime container.
  public struct MOV: YCbCrVideo, Hashable {
    /// The video codec.
    public enum Codec: String, CaseIterable, Sendable {
      /// H.264, without transparency.
      case h264
      /// HEVC with 8 or 10 bits.
      case hevc
      /// ProRes 4444 with transparency.
      case prores
      /// PNG: lossless, with transparency.
      case png
    }

    /// The video codec.
    public var codec = Codec.h264
    /// The depth; `auto` takes 10 bits from clips of 10 bits, with `hevc`.
    public var depth = EncodedDepth.auto
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with H.264 and 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec, a chroma subsampling and a depth.
    public init(codec: Codec = .h264, chroma: ChromaSubsampling = .half, depth: EncodedDepth = .auto) {
      (self.codec, self.chroma, self.depth) = (codec, chroma, depth)
    }

    public static let name = "mov"
    public static let extensions = ["mov"]
    public static let mediaTypes = ["video/quicktime"]
    public static let summary =
      "H.264 or HEVC video for QuickTime, or ProRes 4444 or PNG with transparency, by ffmpeg."
    public static let parameters: [NamedParameter<MOV>] = [
      .chroma(\.chroma),
      .word(
        "codec", \.codec, "Codec; prores and png keep transparency, hevc has 8 or 10 bits."),
      .depth(\.depth),
    ]

    public var videoCodec: VideoCodec? { VideoCodec(rawValue: codec.rawValue) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      let options =
        switch codec {
        case .h264, .hevc: codecOptions
        case .prores:
          ["-c:v", "prores_ks", "-profile:v", "4444", "-vf", bt709Filter, "-pix_fmt", "yuva444p10le"] + bt709
        case .png: ["-c:v", "png", "-pix_fmt", "rgba"]
        }
      return options + ["-movflags", "+faststart", "-f", "mov"]
    }

    public var ffmpegPipeOptions: [String]? { fragmented }
  }
}

extension VideoFormat where Self == Formats.MOV {
  /// H.264 in the QuickTime container.
  public static var mov: Formats.MOV { Formats.MOV() }
  /// The QuickTime container with the given codec.
  public static func mov(codec: Formats.MOV.Codec) -> Formats.MOV { Formats.MOV(codec: codec) }
}
