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

  func style() throws -> TitleStyle { try Self.style(textStyle, "--text-style", from: TitleStyle()) }

  /// A style with the changes of an option.
  static func style(_ text: String?, _ option: String, from style: TitleStyle) throws -> TitleStyle {
    guard let text else { return style }
    do throws(TitleError) { return try TitleStyle(text, from: style) } catch {
      throw Failure(error.code, "\(option): \(error.message)")
    }
  }

  /// Warns about characters for which no font has a glyph; throws if a library or the font is missing.
  static func warn(missingIn texts: [String], _ style: TitleStyle) throws {
    let scalars = Set(texts.lazy.flatMap(\.unicodeScalars)).sorted()
    let missing = try Title(String(String.UnicodeScalarView(scalars)), style).prepare(
      for: PixelSize(width: 640, height: 360))
    if !missing.isEmpty { warn(missing) }
  }

  /// Warns about characters for which no font has a glyph.
  static func warn(_ missing: [Unicode.Scalar]) {
    let names = missing.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code))"
    }
    sayWarning(
      .output, "no font has a glyph for \(names.joined(separator: ", ")); install one, such as fonts-noto",
      after: "segue: ")
  }
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

  /// A filter that changes nothing: the look of a single image or clip whose text is not a filter.
  static let placeholder = Job.Item("text", ["text": ""])

  /// Whether there is a text.
  var isGiven: Bool { !text.isEmpty || titles != nil }

  func validate() throws {
    if titleOptions.textStyle != nil && !isGiven {
      throw ValidationError("--text-style is for --text and --titles")
    }
  }

  /// The texts over frames of a job's images, as filters that are applied last.
  func items(over job: Job, _ machine: MachineOptions) throws -> [Job.Item] {
    guard isGiven else { return [] }
    _ = try titleOptions.style()
    let style = try TitleStyle.assignments(titleOptions.textStyle ?? "")
    func item(_ text: String, presence: String? = nil) -> Job.Item {
      let values = [(key: "text", value: text)] + (presence.map { [(key: "presence", value: $0)] } ?? [])
      return Job.Item("text", Job.Parameters(values + style))
    }
    let own = try titles.map { titles in try job.pictures.map { try titles.text(of: $0, machine) } } ?? []
    // The text of the first image goes up to the middle, and that of the second one comes from there.
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
    let style = try titleOptions.style()
    let own = try titles.map { titles in try files.map { try titles.text(of: $0, machine) } } ?? []
    let texts = text.map(lines(of:))
    try TitleOptions.warn(missingIn: own + texts, style)
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

/// The lines of a text of an option, in which `\n` begins a line.
func lines(of text: String) -> String {
  text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
}

/// A command with a text over each image or clip, and filters of each.
protocol TitledCommand {
  var titleOptions: TitleOptions { get }
  var machine: MachineOptions { get }
}

extension TitledCommand {
  /// The texts over images and clips as changes of frames; none without texts.
  ///
  /// - Parameters:
  ///   - titles: `name`, `date`, or a column of the list; nil for none.
  ///   - files: The images and clips.
  ///   - list: The list from which they come.
  ///   - light: The light of the frames.
  ///   - moment: The item whose text belongs to a frame.
  /// - Returns: The changes.
  /// - Throws: `Failure` for a wrong column; the errors of reading dates and of fonts.
  func titleCovers(
    _ titles: String?, of files: [String], _ list: CSVList?, _ light: Light,
    _ moment: @escaping @Sendable (Int) -> TitleCover.Moment
  ) throws -> [any FrameCover] {
    guard let titles else { return [] }
    let texts: [String]
    if let source = TitleSource(rawValue: titles) {
      texts = try files.map { try source.text(of: $0, machine) }
    } else {
      guard let list else {
        throw Failure(
          .usage, "--titles is name, date, or a column of a list of images with a header, such as list.csv")
      }
      texts = try list.values(of: titles, for: files, "--titles")
    }
    let style = try titleOptions.style()
    try TitleOptions.warn(missingIn: texts, style)
    return [TitleCover(texts, style: style, light: light, at: moment)]
  }

  /// The filters of each image and clip, from a column of their list.
  func itemFilters(_ column: String?, of files: [String], _ list: CSVList?) throws -> [[any Filter]] {
    guard let column else { return [] }
    guard let list else {
      throw Failure(
        .usage,
        "--filters is a column of a list of images with a header, such as list.csv; --filter is for all images"
      )
    }
    let makers = ChainFiles(options: machine.decoding)
    return try list.values(of: column, for: files, "--filters").map { text in
      if text.allSatisfy(\.isWhitespace) { return [] }
      guard let filters = Specification.list(text) else {
        throw Failure(
          .badInput,
          "--filters: '\(text)' must be filters with commas between, such as sepia,vignette:start=0.2")
      }
      return try filters.map { try makers.filter(Job.Item($0).shown(in: Catalog.filters).specification) }
    }
  }
}

/// The name of a file as a title: without its folder and its extension, with spaces for underscores.
func titleName(of file: String) -> String {
  let name = file.split(separator: "/").last.map(String.init) ?? file
  let end = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
  return FileName.shown(String(name[..<end])).map { $0 == "_" ? " " : String($0) }.joined()
}
