// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264 in Matroska.
  public struct MKV: H264Format, Hashable {
    /// How much of its color it keeps.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "mkv"
    public static let extensions = ["mkv"]
    public static let summary = "H.264 video (crf 18, yuv420p) in Matroska, by ffmpeg."
    public static let parameters: [NamedParameter<MKV>] = [.chroma(\.chroma)]

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codec + ["-f", "matroska"]
    }
  }
}

extension VideoFormat where Self == Formats.MKV {
  /// H.264 in Matroska.
  public static var mkv: Formats.MKV { Formats.MKV() }
}
