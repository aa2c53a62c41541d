// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// H.264 in QuickTime's container, the same way.
  public struct MOV: H264Format, Hashable {
    /// How much of its color it keeps.
    public var chroma = ChromaSubsampling.half

    /// Makes the format with 4:2:0 chroma.
    public init() {}

    /// Makes the format.
    public init(chroma: ChromaSubsampling) { self.chroma = chroma }

    public static let name = "mov"
    public static let extensions = ["mov"]
    public static let summary = "The same for QuickTime, by ffmpeg."
    public static let parameters: [NamedParameter<MOV>] = [.chroma(\.chroma)]

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      codec + ["-movflags", "+faststart", "-f", "mov"]
    }

    public var ffmpegPipeOptions: [String]? { fragmented }
  }
}

extension VideoFormat where Self == Formats.MOV {
  /// H.264 in QuickTime's container, the same way.
  public static var mov: Formats.MOV { Formats.MOV() }
}
