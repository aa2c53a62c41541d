import ArgumentParser

/// Options for filters of single images and clips.
struct ItemFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Filters of each image and clip: a column of a list with a header, with values such as sepia,vignette:vignetteStart=0.2; the progress of formulas rises while it is visible.",
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

  /// The style from the option `--text-style`.
  var style: TitleStyle { get throws { try TitleStyle(textStyle, "--text-style", from: TitleStyle()) } }
}

/// Options for texts over all frames, and for a text over each of two images or clips.
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
  var titles: Job.Texts.Source?

  @OptionGroup var titleOptions: TitleOptions

  /// Whether the options ask for texts.
  var isGiven: Bool { !text.isEmpty || titles != nil }

  func validate() throws {
    if titleOptions.textStyle != nil && !isGiven {
      throw ValidationError("--text-style is for --text and --titles")
    }
  }

  /// Replaces the texts of a job by the texts of the options.
  func set(_ texts: inout Job.Texts) {
    if !text.isEmpty { texts.texts = text.map(lines(of:)) }
    texts.titles = titles ?? texts.titles
    texts.textStyle = titleOptions.textStyle ?? texts.textStyle
  }
}

extension Job {
  /// Unless the job has clips, replaces its texts by filters that are applied last.
  mutating func moveTextsOfImages(_ machine: MachineOptions) throws {
    guard !texts.isEmpty, !hasClips else { return }
    _ = try texts.style
    let style = try TitleStyle.assignments(texts.textStyle ?? "")
    func item(_ text: String, presence: String? = nil) -> Job.Item {
      let values = [(key: "text", value: text)] + (presence.map { [(key: "presence", value: $0)] } ?? [])
      return Job.Item("text", Job.Parameters(values + style))
    }
    // The text of the first image disappears in the first half of the transition; the text of the second
    // image appears in the second half.
    let presences: [String?] = to == nil ? [nil] : ["max(0,1-2*time)", "max(0,2*time-1)"]
    let items =
      try zip(texts.own(of: pictures, machine), presences).filter { !$0.0.isEmpty }.map {
        item($0.0, presence: $0.1)
      } + texts.texts.map { item($0) }
    // Names the default transition, since filters without a transition would mean a dissolve.
    if to != nil, !look.hasChain, !look.isNamed { look.transition = look.named }
    // A single image needs a filter, even if the text is empty.
    look.filters += items.isEmpty && to == nil && !look.hasChain ? [item("")] : items
    texts = Texts()
  }
}

extension Job.Texts {
  /// The appearance of the texts.
  var style: TitleStyle { get throws { try TitleStyle(textStyle, "--text-style", from: TitleStyle()) } }

  /// Returns the text of each image or clip; an empty array if `titles` is nil.
  func own(of files: [String], _ machine: MachineOptions) throws -> [String] {
    try titles.map { titles in try files.map { try titles.text(of: $0, machine) } } ?? []
  }

  /// Makes the covers that draw the texts over the frames of clips.
  func covers(
    over files: [String], _ machine: MachineOptions, _ light: Light,
    _ moment: @escaping @Sendable (Int) -> TitleCover.Moment
  ) throws -> [any FrameCover] {
    guard !isEmpty else { return [] }
    let style = try style
    let own = try own(of: files, machine)
    try style.warn(missingIn: own + texts)
    return (own.isEmpty ? [] : [TitleCover(own, style: style, light: light, at: moment)])
      + texts.map { TitleCover([$0], style: style, light: light) { _ in (0, 1) } }
  }
}

extension Job.Texts.Source: ExpressibleByArgument {
  /// Returns the title of an image or a clip: its name or its date; empty if the date is wanted, but the file
  /// has none, or is a clip.
  func text(of file: String, _ machine: MachineOptions) throws -> String {
    switch self {
    case .name: return titleName(of: ClipName(file).file)
    case .date:
      let isImage = !isClip(file) && ClipName(file).part == nil
      return isImage ? try Metadata(contentsOf: file, options: machine.decoding).captureDay ?? "" : ""
    }
  }
}

/// Returns the lines of a text on the command line, in which `\n` is a line break.
func lines(of text: String) -> String {
  text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
}
