public import SegueFiles

/// Texts with the times at which they are shown, from a SubRip (`.srt`) or WebVTT (`.vtt`) file.
///
///     let subtitles = try Subtitles(contentsOf: "film.srt")
///     let frames = TransitionFrames(renderer, times: times)
///     let film = CoveredFrames(frames, [SubtitleCover(subtitles, rate: 60)])
///
/// Markup is removed. A cue whose letters are all italic or all bold (`<i>`, `<b>`) is drawn in an italic or
/// bold font. `{\an8}` of SubRip and the settings `line` and `align` of WebVTT choose one of nine positions;
/// other settings and colors are ignored.
public struct Subtitles: Hashable, Sendable {
  /// A text and the span of time in which it is shown.
  public struct Cue: Hashable, Sendable {
    /// The time at which the text appears, in milliseconds; may be negative if the times of a file were
    /// shifted.
    public let start: Int
    /// The time from which the text is no longer shown, in milliseconds.
    public let end: Int
    /// The text without markup; a newline ends a line.
    public let text: String
    /// Whether the whole text is italic.
    public let isItalic: Bool
    /// Whether the whole text is bold.
    public let isBold: Bool
    /// The fraction 0, ½ or 1 of the free height that is above the text; nil for the position of the style.
    package let down: Double?
    /// The fraction 0, ½ or 1 of the free width that is to the left of the text; nil for the position of the
    /// style.
    package let across: Double?

    /// Returns `style` with the position and the font of this cue.
    package func style(_ style: TitleStyle) -> TitleStyle {
      var style = style
      let (down, across) = (down ?? style.place.down, across ?? style.place.across)
      style.place = TitleStyle.Place(across: across, down: down)
      if isItalic, !style.isFile { style.font += ":italic" }
      if isBold, !style.isFile { style.font += ":bold" }
      return style
    }
  }

  /// The cues in the order of their starts; cues with equal starts have the order of the file.
  public let cues: [Cue]

  /// The maximum number of cues that are shown at the same time.
  public static let maxTogether = 100

  /// Reads a file of up to 16 MiB.
  ///
  /// - Parameter file: A path or a `URL`.
  /// - Throws: `FileError` if the file cannot be read or is not text in UTF-8; `TitleError`, with the line,
  ///   if the file is invalid.
  public init(contentsOf file: some FileLocation) throws {
    let path = try file.filePath()
    try self.init(readText(path, limit: 1 << 24), named: path)
  }

  /// Reads a text: WebVTT if the text begins with `WEBVTT`, else SubRip.
  ///
  /// - Parameters:
  ///   - text: The content of a file.
  ///   - file: The name for errors; if the name ends in `.vtt`, the text must begin with `WEBVTT`.
  /// - Throws: `TitleError`, with the line, if the text is invalid.
  public init(_ text: String, named file: String = "the subtitles") throws(TitleError) {
    var reader = try SubtitleReader(text, named: file)
    var read: [(cue: Cue, line: Int)] = []
    while let next = try reader.next() { read.append(next) }
    // Sorts by start, and cues with equal starts by their position in the file.
    let order = read.indices.sorted { (read[$0].cue.start, $0) < (read[$1].cue.start, $1) }
    var shown: [Int] = []
    for index in order {
      let cue = read[index].cue
      shown.removeAll { $0 <= cue.start }
      shown.append(cue.end)
      guard shown.count <= Self.maxTogether else {
        throw .subtitles(
          "more than \(Self.maxTogether) cues are shown at a time", file: file, line: read[index].line)
      }
    }
    cues = order.map { read[$0].cue }
  }
}
