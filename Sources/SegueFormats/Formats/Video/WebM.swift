// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// VP9 in WebM.
  public struct WebM: VideoFormat, Hashable {
    /// How much of its color it keeps.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "webm"
    public static let title = "WebM"
    public static let extensions = ["webm"]
    public static let summary = "VP9 video (crf 24), by ffmpeg."
    public static let parameters: [NamedParameter<WebM>] = [.chroma(\.chroma)]

    public var input: any StreamFormat { Y4M(chroma: chroma) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"] + chroma.ffmpegOptions
        + ["-f", "webm"]
    }
  }
}

extension VideoFormat where Self == Formats.WebM {
  /// VP9 in WebM.
  public static var webm: Formats.WebM { Formats.WebM() }
}
