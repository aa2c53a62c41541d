import ArgumentParser

/// The filters of single images and clips.
struct ItemFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Filters of each image and clip: a column of a list with a header, with values such as sepia,vignette:start=0.2; the progress of formulas rises while it is visible.",
      valueName: "column"))
  var filters: String?
}

/// The options for the appearance of texts.
struct TitleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Appearance of texts, key=value pairs with commas between: font (a name such as DejaVu Serif:italic, or a file), size, color, outline, outline-color, shadow, shadow-color, box (a color), place (top-left … bottom-right), margin, line-height, enter (fade, or the edge from which texts slide in: left, right, top, bottom); lengths in pixels or percent of the height.",
      valueName: "key=value,..."))
  var textStyle: String?

  /// The given style.
  var style: TitleStyle { get throws { try TitleStyle(textStyle, "--text-style", from: TitleStyle()) } }
}

/// Texts over all frames, and over each of two images or clips.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A text over all frames, after all filters; \\n begins a line. Repeatable; --text-style applies to all.",
      valueName: "text"))
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "Text over each image or clip, which comes and goes with the transition: name (of its file) or date (of its EXIF).",
      valueName: "name|date"))
  var titles: TitleSource?

  @OptionGroup var titleOptions: TitleOptions

  /// A filter without effect, for the job of a single image with an empty text.
  static let placeholder = Job.Item("text", ["text": ""])

  /// Whether there is a text.
  var isGiven: Bool { !text.isEmpty || titles != nil }

  /// The error of commands that need all values in the job, which does not contain texts over clips; nil
  /// without such texts.
  func notIn(_ job: Job) -> Failure? {
    guard job.hasClips, isGiven else { return nil }
    return Failure(.usage, "--text and --titles over clips are no part of a job")
  }

  func validate() throws {
    if titleOptions.textStyle != nil && !isGiven {
      throw ValidationError("--text-style is for --text and --titles")
    }
  }

  /// The texts over frames of a job's images, as filters that are applied last.
  func items(over job: Job, _ machine: MachineOptions) throws -> [Job.Item] {
    guard isGiven else { return [] }
    _ = try titleOptions.style
    let style = try TitleStyle.assignments(titleOptions.textStyle ?? "")
    func item(_ text: String, presence: String? = nil) -> Job.Item {
      let values = [(key: "text", value: text)] + (presence.map { [(key: "presence", value: $0)] } ?? [])
      return Job.Item("text", Job.Parameters(values + style))
    }
    let own = try titles.map { titles in try job.pictures.map { try titles.text(of: $0, machine) } } ?? []
    // The first image's text leaves by the middle of the transition; the second image's text enters after it.
    let presences: [String?] =
      own.count == 1 ? [nil] : ["max(0,1-2*time)", "max(0,2*time-1)"]
    return zip(own, presences).filter { !$0.0.isEmpty }.map { item($0.0, presence: $0.1) }
      + text.map { item(lines(of: $0)) }
  }

  /// The texts over the frames of clips.
  func covers(
    over files: [String], _ machine: MachineOptions, _ light: Light,
    _ moment: @escaping @Sendable (Int) -> TitleCover.Moment
  ) throws -> [any FrameCover] {
    guard isGiven else { return [] }
    let style = try titleOptions.style
    let own = try titles.map { titles in try files.map { try titles.text(of: $0, machine) } } ?? []
    let texts = text.map(lines(of:))
    try style.warn(missingIn: own + texts)
    return (own.isEmpty ? [] : [TitleCover(own, style: style, light: light, at: moment)])
      + texts.map { TitleCover([$0], style: style, light: light) { _ in (0, 1) } }
  }
}

/// The source of a text over an image or a clip.
enum TitleSource: String, ExpressibleByArgument, CaseIterable {
  case name, date

  /// The text of an image or a clip; empty without a date.
  func text(of file: String, _ machine: MachineOptions) throws -> String {
    switch self {
    case .name: return titleName(of: ClipName(file).file)
    case .date:
      let isImage = !isClip(file) && ClipName(file).part == nil
      return isImage ? try Metadata(contentsOf: file, options: machine.decoding).captureDay ?? "" : ""
    }
  }
}

/// The lines of a text on the command line, in which `\n` is a line break.
func lines(of text: String) -> String {
  text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
}
