import SegueFormats

/// A kind of video file that ffmpeg makes of frames.
public enum VideoFormat: String, CaseIterable, Sendable {
  /// H.264, ready for the web: what is needed to start playing comes first.
  case mp4
  /// H.264 in QuickTime's container, the same way.
  case mov
  /// H.264 in Matroska.
  case mkv
  /// VP9.
  case webm
  /// A GIF of at most 50 frames a second, more being shown slowly by browsers.
  case gif
  /// AV1 as a sequence of images.
  case avif

  /// The format that a file name's extension means; nil where it means none of these.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = format
  }

  /// What it is, in a sentence.
  public var summary: String {
    switch self {
    case .mp4: "H.264 video (crf 18, yuv420p, faststart), by ffmpeg."
    case .mov: "The same for QuickTime, by ffmpeg."
    case .mkv: "H.264 video (crf 18, yuv420p) in Matroska, by ffmpeg."
    case .webm: "VP9 video (crf 24), by ffmpeg."
    case .gif: "A GIF of one palette and at most 50 frames a second, by ffmpeg."
    case .avif: "An AV1 image sequence (crf 20), by ffmpeg."
    }
  }

  /// What ffmpeg is given: RGBA for GIF, whose palette should be the pictures' own colors, Y4M for the others.
  func input(_ chroma: ChromaSubsampling) -> StreamFormat { self == .gif ? .rgba : .y4m(chroma) }

  /// Whether sides must be even: where H.264 halves the chroma.
  func needsEvenSides(_ chroma: ChromaSubsampling) -> Bool {
    switch self {
    case .mp4, .mov, .mkv: chroma == .half
    case .webm, .gif, .avif: false
    }
  }

  /// ffmpeg's name of the container.
  private var container: String { self == .mkv ? "matroska" : rawValue }

  /// ffmpeg's options for the output, before the user's own.
  func options(_ chroma: ChromaSubsampling, rate: FrameRate, loops: Int) -> [String] {
    let pixels = ["-pix_fmt", "yuv\(chroma.rawValue)p"]
    // Y4M does not say which matrix its pictures were made with.
    let colors = [
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
    ]
    let h264 = ["-c:v", "libx264", "-crf", "18"] + pixels + colors
    let codec =
      switch self {
      case .mp4, .mov: h264 + ["-movflags", "+faststart"]
      case .mkv: h264
      case .webm: ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"] + pixels + colors
      case .avif: ["-c:v", "libaom-av1", "-crf", "20", "-b:v", "0", "-cpu-used", "6"] + pixels + colors
      case .gif:
        [
          "-filter_complex",
          (rate.perSecond > 50 ? "fps=50," : "") + "split[a][b];[a]palettegen[p];[b][p]paletteuse",
          // ffmpeg counts the times it is played again, -1 being none.
          "-loop", loops == 0 ? "0" : loops == 1 ? "-1" : "\(loops - 1)",
        ]
      }
    return codec + ["-f", container]
  }
}
