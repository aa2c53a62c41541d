public import SeguePixels
import SegueFiles
package import SegueRendering

/// The appearance of a title: font, size, colors, and its position in the frame.
///
///     var style = TitleStyle()
///     style.place = .top
///     style.size = .share(0.08)
public struct TitleStyle: Hashable, Sendable {
  /// A length in pixels, or as a fraction of the frame's height.
  public enum Length: Hashable, Sendable {
    /// A number of pixels.
    case pixels(Double)
    /// A fraction of the frame's height: 0.05 is a twentieth.
    case share(Double)

    /// Returns whether the length is from 0 to a fraction of the frame's height; a length in pixels may be up
    /// to this fraction of 10,000 pixels.
    func isAtMost(_ share: Double) -> Bool {
      switch self {
      case .pixels(let count): (0...10_000 * share).contains(count)
      case .share(let fraction): (0...share).contains(fraction)
      }
    }

    /// Returns the length in pixels, for a frame size.
    func callAsFunction(in frame: PixelSize) -> Double {
      switch self {
      case .pixels(let count): count
      case .share(let share): share * Double(frame.height)
      }
    }
  }

  /// A position of a text within the margins of the frame; nine positions have names.
  ///
  /// Lines are aligned to the left in the left third of the frame, to the right in the right third, and
  /// centered in the middle third.
  public struct Place: CaseIterable, Hashable, Sendable {
    /// The fraction 0…1 of the free width that lies to the left of the text.
    public var across: Double
    /// The fraction 0…1 of the free height that lies above the text.
    public var down: Double

    /// Makes a position; fractions are clamped to 0…1.
    public init(across: Double, down: Double) {
      (self.across, self.down) = (max(0, min(1, across)), max(0, min(1, down)))
    }

    /// The corner at the top left.
    public static let topLeft = Place(across: 0, down: 0)
    /// The middle of the top edge.
    public static let top = Place(across: 0.5, down: 0)
    /// The corner at the top right.
    public static let topRight = Place(across: 1, down: 0)
    /// The middle of the left edge.
    public static let left = Place(across: 0, down: 0.5)
    /// The center of the frame.
    public static let center = Place(across: 0.5, down: 0.5)
    /// The middle of the right edge.
    public static let right = Place(across: 1, down: 0.5)
    /// The corner at the bottom left.
    public static let bottomLeft = Place(across: 0, down: 1)
    /// The middle of the bottom edge.
    public static let bottom = Place(across: 0.5, down: 1)
    /// The corner at the bottom right.
    public static let bottomRight = Place(across: 1, down: 1)

    fileprivate static let names: KeyValuePairs = [
      "top-left": topLeft, "top": top, "top-right": topRight, "left": left, "center": center, "right": right,
      "bottom-left": bottomLeft, "bottom": bottom, "bottom-right": bottomRight,
    ]

    /// The positions that have names.
    public static let allCases = names.map(\.value)
  }

  /// The way in which a text enters and leaves the frame.
  public enum Entrance: String, CaseIterable, Hashable, Sendable {
    /// The text fades in and out.
    case fade
    /// The text slides in from the left edge of the frame, and out across this edge.
    case left
    /// The text slides in from the right edge of the frame, and out across this edge.
    case right
    /// The text slides in from the top edge of the frame, and out across this edge.
    case top
    /// The text slides in from the bottom edge of the frame, and out across this edge.
    case bottom
  }

  /// A Fontconfig pattern, such as `DejaVu Serif:italic`, or the name of a font file: a name with a slash, or
  /// with the ending `.ttf`, `.otf`, `.ttc` or `.otc`.
  public var font = "sans-serif:bold"
  /// The font size (em): approximately the distance from the top of tall letters to the bottom of descenders.
  public var size = Length.share(0.06)
  /// The color of the letters.
  public var color = Pixel(red: 255, green: 255, blue: 255)
  /// The width of the outline around letters; 0 for none.
  public var outline = Length.share(0.004)
  /// The color of the outline.
  public var outlineColor = Pixel.black
  /// The blur radius of the shadow behind the letters; 0 for none.
  public var shadow = Length.share(0.012)
  /// The color of the shadow.
  public var shadowColor = Pixel.black
  /// The color of a box behind the text; nil for none.
  public var box: Pixel?
  /// The position in the frame.
  public var place = Place.bottom
  /// The distance of the text from the edges of the frame; by default a twentieth of the frame's height,
  /// which is the title-safe margin.
  public var margin = Length.share(0.05)
  /// The line spacing, as a multiple of the font's ascent plus descent.
  public var lineHeight = 1.0
  /// The way in which the text enters and leaves the frame.
  public var entrance = Entrance.fade

  /// Makes the default style: white bold letters with an outline and a shadow, at the bottom.
  public init() {}

  /// The default style of subtitles: the default style of titles with smaller letters.
  public static let subtitles = {
    var style = TitleStyle()
    style.size = .share(0.05)
    return style
  }()

  /// Returns the style with each color replaced by the result of a function.
  package func with(colors change: (Pixel) -> Pixel) -> TitleStyle {
    var style = self
    (style.color, style.outlineColor, style.shadowColor) = (
      change(color), change(outlineColor), change(shadowColor)
    )
    style.box = box.map(change)
    return style
  }

  /// Whether `font` is the name of a font file.
  package var isFile: Bool { Self.isFile(font) }

  /// Reports a font file to the observer of file reads, so that the file is an input of a plan; returns whether
  /// the observer accepts it.
  private static func isAccepted(_ font: String) -> Bool {
    !isFile(font) || (try? FileReads.tell(font, .start)) != nil
  }

  private static func isFile(_ font: String) -> Bool {
    font.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { font.lowercased().hasSuffix($0) }
  }
}

extension TitleStyle.Length: LosslessStringConvertible {
  /// Parses a number of pixels, or a percentage of the frame's height such as `5%`.
  public init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    guard let number = Double(isShare ? String(text.dropLast()) : text), number.isFinite else { return nil }
    self = isShare ? .share(number / 100) : .pixels(number)
  }

  /// The length as text.
  public var description: String {
    switch self {
    case .pixels(let count): shortest(count)
    // Rounds, since 0.07 would become 7.000000000000001 percent.
    case .share(let share): "\(shortest((share * 1e10).rounded() / 1e8))%"
    }
  }
}

extension TitleStyle.Place: LosslessStringConvertible {
  /// Parses a name, such as `top-left`, or two percentages, such as `30% 70%`.
  public init?(_ text: String) {
    if let named = Self.names.first(where: { $0.key == text })?.value {
      self = named
      return
    }
    let shares = text.split(separator: " ").compactMap { word in
      word.hasSuffix("%") ? Double(word.dropLast()).flatMap { (0...100).contains($0) ? $0 / 100 : nil } : nil
    }
    guard shares.count == 2, text.split(separator: " ").count == 2 else { return nil }
    self.init(across: shares[0], down: shares[1])
  }

  /// The position as text.
  public var description: String {
    Self.names.first { $0.value == self }?.key
      ?? [across, down].map { "\(TitleStyle.Length.share($0))" }.joined(separator: " ")
  }
}

extension TitleStyle {
  /// The parameters of a style, as its text form names them.
  package static let parameters: [NamedParameter<TitleStyle>] = [
    .value(
      "font", .text("the name of a font such as DejaVu Serif:italic, or a font file"), \.font, "The font."
    ) { isAccepted($0) },
    length("size", \.size, atMost: 100, "Font size."),
    .color("color", \.color, "Color of the letters."),
    length("outline", \.outline, atMost: 20, "Width of the outline; 0 for none."),
    .color("outline-color", \.outlineColor, "Color of the outline."),
    length("shadow", \.shadow, atMost: 20, "Blur radius of the shadow; 0 for none."),
    .color("shadow-color", \.shadowColor, "Color of the shadow."),
    .color("box", \.box, "Color of a box behind the text, or none."),
    .value("place", .place(Place.names.map(\.key)), \.place, "Position in the frame."),
    length("margin", \.margin, atMost: 40, "Distance from the edges of the frame."),
    .number("line-height", \.lineHeight, in: 0.1...10, "Line spacing, as a multiple of the font's."),
    .word(
      "enter", \.entrance, "Way in which the text comes and goes: fading, or sliding from an edge."),
  ]

  /// Makes a parameter that is a length of at most `percent` percent of the frame's height.
  private static func length(
    _ name: String, _ path: WritableKeyPath<TitleStyle, Length> & Sendable, atMost percent: Double,
    _ summary: String
  ) -> NamedParameter<TitleStyle> {
    .value(name, .length(0...percent), path, summary) { $0.isAtMost(percent / 100) }
  }

  /// Makes a style from its text form: `key=value` pairs, separated by commas.
  ///
  /// An example is `place=top,size=8%,color=gold,font=DejaVu Serif:italic`. Missing keys have the values of
  /// `style`.
  ///
  /// - Throws: `TitleError` if a key is unknown or a value is invalid.
  public init(_ text: String, from style: TitleStyle = TitleStyle()) throws(TitleError) {
    self = style
    for (key, value) in try Self.assignments(text) { try set(key, to: value) }
  }

  /// Returns the keys and values of a style's text form.
  ///
  /// - Throws: `TitleError` if a part is not of the form `key=value`.
  package static func assignments(_ text: String) throws(TitleError) -> [(key: String, value: String)] {
    var assignments: [(key: String, value: String)] = []
    for assignment in text.split(separator: ",") {
      let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw .invalid("'\(assignment)' must be key=value; keys are \(keys)")
      }
      assignments.append((parts[0], parts[1]))
    }
    return assignments
  }

  private static var keys: String { parameters.map(\.name).joined(separator: ", ") }

  private mutating func set(_ key: String, to value: String) throws(TitleError) {
    guard let parameter = Self.parameters.first(where: { $0.name == key }) else {
      throw .invalid("there is no key '\(key)'; there are \(Self.keys)")
    }
    do throws(ParameterError) { try parameter.set(&self, to: value) } catch { throw .invalid(error.message) }
  }
}
