// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264 in MP4, with the index (moov) at the start, so that browsers can play it while they download it.
  public struct MP4: H264Format, Hashable {
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format with a chroma subsampling.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "mp4"
    public static let extensions = ["mp4"]
    public static let mediaTypes = ["video/mp4"]
    public static let summary = "H.264 video (crf 18, yuv420p, faststart), by ffmpeg."
    public static let parameters: [NamedParameter<MP4>] = [.chroma(\.chroma)]

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      h264 + ["-movflags", "+faststart", "-f", "mp4"]
    }

    public var ffmpegPipeOptions: [String]? { fragmented }
  }
}

extension VideoFormat where Self == Formats.MP4 {
  /// H.264 in MP4, with the index at the start.
  public static var mp4: Formats.MP4 { Formats.MP4() }
}
