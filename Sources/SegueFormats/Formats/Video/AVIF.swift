// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// AV1 as a sequence of images.
  public struct AVIF: VideoFormat, Hashable {
    /// How much of its color it keeps.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "avif"
    public static let extensions = ["avif"]
    public static let summary = "An AV1 image sequence (crf 20), by ffmpeg."
    public static let parameters: [NamedParameter<AVIF>] = [.chroma(\.chroma)]

    public var input: any StreamFormat { Y4M(chroma: chroma) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      ["-c:v", "libaom-av1", "-crf", "20", "-b:v", "0", "-cpu-used", "6"] + chroma.ffmpegOptions
        + ["-f", "avif"]
    }

    public var ffmpegPipeOptions: [String]? { nil }
  }
}

extension VideoFormat where Self == Formats.AVIF {
  /// AV1 as a sequence of images.
  public static var avif: Formats.AVIF { Formats.AVIF() }
}
