// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// VP9 in WebM.
  public struct WebM: VideoFormat, Hashable {
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format with a chroma subsampling.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "webm"
    public static let title = "WebM"
    public static let extensions = ["webm"]
    public static let mediaTypes = ["video/webm"]
    public static let summary = "VP9 video (crf 24), with transparency where frames have any, by ffmpeg."
    public static let parameters: [NamedParameter<WebM>] = [.chroma(\.chroma)]

    public var input: any StreamFormat { Y4M(opaque: chroma) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codec + chroma.ffmpegOptions + ["-f", "webm"]
    }

    public var ffmpegSoundOptions: [String]? { ["-c:a", "libopus", "-b:a", "128k"] }

    /// The options of ffmpeg for transparency, which VP9 supports only with 4:2:0 chroma.
    public var ffmpegAlphaOptions: [String]? {
      guard chroma == .half else { return nil }
      return codec + ["-vf", bt709Filter, "-pix_fmt", "yuva420p"] + bt709 + ["-f", "webm"]
    }

    private var codec: [String] { ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"] }
  }
}

extension VideoFormat where Self == Formats.WebM {
  /// VP9 in WebM.
  public static var webm: Formats.WebM { Formats.WebM() }
}
