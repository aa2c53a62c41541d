// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

extension Formats {
  /// A GIF of at most 50 frames a second, more being shown slowly by browsers.
  public struct GIF: VideoFormat, Hashable {
    /// How often it is played, 0…65535; 0: for ever.
    public var loops = 0

    /// Makes the format: played for ever.
    public init() {}

    /// Makes the format; loops outside 0…65535 are taken to the nearest within.
    public init(loops: Int) { self.loops = max(0, min(65535, loops)) }

    public static let name = "gif"
    public static let extensions = ["gif"]
    public static let summary = "A GIF of one palette and at most 50 frames a second, by ffmpeg."
    public static let parameters: [NamedParameter<GIF>] = [.loops(\.loops)]

    /// The palette should be the pictures' own colors, which RGBA has.
    public var input: any StreamFormat { RGBA() }

    public func ffmpegOptions(rate: FrameRate) -> [String] {
      [
        "-filter_complex",
        (rate.perSecond > 50 ? "fps=50," : "") + "split[a][b];[a]palettegen[p];[b][p]paletteuse",
        // ffmpeg counts the times it is played again, -1 being none.
        "-loop", loops == 0 ? "0" : loops == 1 ? "-1" : "\(loops - 1)", "-f", "gif",
      ]
    }
  }
}

extension VideoFormat where Self == Formats.GIF {
  /// GIF, played for ever.
  public static var gif: Formats.GIF { Formats.GIF() }
}
