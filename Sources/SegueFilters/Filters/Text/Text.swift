// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering
public import SegueTitles

/// Writes a text over a picture, by `Title`, with all parts of its style as parameters.
///
///     let titled = photo --> Text("Summer 2026")
///
/// A text is drawn once for a frame size, even if its presence follows the progress.
public struct Text: Filter, SelfDescribing {
  /// The text; a newline ends a line.
  public var text: String = ""
  /// The text's appearance: font, colors, position and entrance.
  public var style = TitleStyle()
  /// The progress 0…1 of the text's entrance, whose kind is in `style`; 1 shows the text at its position.
  public var presence: Animated = 1

  /// Makes a filter without a text, which changes nothing.
  public init() {}

  /// Makes a filter with a text.
  public init(_ text: String, _ style: TitleStyle = TitleStyle()) { (self.text, self.style) = (text, style) }

  public static let name = "text"
  public static let summary = "Writes a text over the picture."
  public static let aliases = ["title"]
  public static let parameters: [NamedParameter<Text>] =
    [
      .value(
        "text", .text("any text; \"…\" around it allows commas, and \\n for a line break"), \.text,
        "The text."
      )
      .shown("Hello")
    ] + TitleStyle.parameters.map { $0.of(\.style) } + [
      .number(
        "presence", \.presence, in: 0...1,
        "Share of the text's way in: below 1, it fades or slides, as enter says.")
    ]

  /// Draws the text for a frame size, and returns the characters for which no font has a glyph.
  ///
  /// - Throws: `TitleError` if a library or the font is missing; `RenderError` if memory is exhausted.
  @discardableResult
  public func prepare(for size: PixelSize) throws -> [Unicode.Scalar] {
    try Title.kept(text, style).prepare(for: size)
  }

  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    guard !text.isEmpty else { return input }
    var title = Title.kept(text, style)
    title.presence = presence
    return title.apply(to: input, at: progress)
  }
}
