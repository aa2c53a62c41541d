// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264 or FFV1 in Matroska.
  public struct MKV: H264Format, Hashable {
    /// The video codec.
    public enum Codec: String, CaseIterable, Sendable {
      /// H.264, without transparency.
      case h264
      /// FFV1: lossless, with transparency.
      case ffv1
    }

    /// The video codec.
    public var codec = Codec.h264
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with H.264 and 4:2:0 chroma.
    public init() {}

    /// Makes the format with a codec and a chroma subsampling.
    public init(codec: Codec = .h264, chroma: ChromaSubsampling = .half) {
      (self.codec, self.chroma) = (codec, chroma)
    }

    public static let name = "mkv"
    public static let extensions = ["mkv"]
    public static let mediaTypes = ["video/matroska", "video/x-matroska"]
    public static let summary =
      "H.264 video (crf 18, yuv420p), or lossless FFV1 with transparency, in Matroska, by ffmpeg."
    public static let parameters: [NamedParameter<MKV>] = [
      .chroma(\.chroma),
      .word("codec", \.codec, "Codec; ffv1 is lossless, h264 has the option chroma."),
    ]

    public var input: any StreamFormat { codec == .h264 ? Y4M(opaque: chroma) : RGBA() }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      (codec == .h264 ? h264 : ["-c:v", "ffv1", "-pix_fmt", "bgra"]) + ["-f", "matroska"]
    }
  }
}

extension VideoFormat where Self == Formats.MKV {
  /// H.264 in Matroska.
  public static var mkv: Formats.MKV { Formats.MKV() }
  /// Matroska with the given codec.
  public static func mkv(codec: Formats.MKV.Codec) -> Formats.MKV { Formats.MKV(codec: codec) }
}
