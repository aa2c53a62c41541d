// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// AV1 as an AVIF image sequence.
  public struct AVIF: VideoFormat, Hashable {
    /// The chroma subsampling.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format with a chroma subsampling.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "avif"
    public static let extensions = ["avif"]
    public static let mediaTypes = ["image/avif"]
    public static let summary =
      "An AV1 image sequence (crf 20), with transparency where frames have any, by ffmpeg."
    public static let parameters: [NamedParameter<AVIF>] = [.chroma(\.chroma)]

    public var input: any StreamFormat { Y4M(opaque: chroma) }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codec + chroma.ffmpegOptions + ["-f", "avif"]
    }

    /// The options of ffmpeg for alpha, as a second, gray stream.
    ///
    /// The alpha stream is in full range, which AVIF decoders assume even if the stream declares limited
    /// range.
    ///
    /// The alpha stream is lossless: at crf 20, an alpha of 255 would become 254, and 0 would become 1.
    public var ffmpegAlphaOptions: [String]? {
      [
        "-filter_complex",
        "split[a][b];[a]\(bt709Filter),format=yuv\(chroma.rawValue)p[c];[b]alphaextract,format=gray[m]",
        "-map", "[c]", "-map", "[m]",
      ] + codec + bt709 + ["-color_range:v:1", "pc", "-crf:v:1", "0", "-f", "avif"]
    }

    private var codec: [String] {
      ["-c:v", "libaom-av1", "-crf", "20", "-b:v", "0", "-cpu-used", "6"]
    }

    public var ffmpegPipeOptions: [String]? { nil }
  }
}

extension VideoFormat where Self == Formats.AVIF {
  /// AV1 as an AVIF image sequence.
  public static var avif: Formats.AVIF { Formats.AVIF() }
}
