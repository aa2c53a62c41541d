public import SeguePixels

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

    /// The length in pixels, for a frame size.
    func callAsFunction(in frame: PixelSize) -> Double {
      switch self {
      case .pixels(let count): count
      case .share(let share): share * Double(frame.height)
      }
    }
  }

  /// One of nine positions in the frame, at a distance of `margin` from the edges.
  ///
  /// Lines are aligned to the side of the position.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    /// The corner at the top left.
    case topLeft = "top-left"
    /// The middle of the top edge.
    case top
    /// The corner at the top right.
    case topRight = "top-right"
    /// The middle of the left edge.
    case left
    /// The center of the frame.
    case center
    /// The middle of the right edge.
    case right
    /// The corner at the bottom left.
    case bottomLeft = "bottom-left"
    /// The middle of the bottom edge.
    case bottom
    /// The corner at the bottom right.
    case bottomRight = "bottom-right"

    /// The fraction of the free width that is left of the text: 0, ½ or 1.
    var across: Double {
      switch self {
      case .topLeft, .left, .bottomLeft: 0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1
      }
    }

    /// The fraction of the free height that is above the text: 0, ½ or 1.
    package var down: Double {
      switch self {
      case .topLeft, .top, .topRight: 0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1
      }
    }
  }

  /// The way in which a text comes and goes.
  public enum Entrance: String, CaseIterable, Hashable, Sendable {
    /// The text fades in and out.
    case fade
    /// The text slides in from the left edge of the frame, and out to it.
    case left
    /// The text slides in from the right edge of the frame, and out to it.
    case right
    /// The text slides in from the top edge of the frame, and out to it.
    case top
    /// The text slides in from the bottom edge of the frame, and out to it.
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
  /// The distance from the edges of the frame; a twentieth is the safe area for titles.
  public var margin = Length.share(0.05)
  /// The line spacing, as a multiple of the font's ascent plus descent.
  public var lineHeight = 1.0
  /// The way in which a text comes and goes.
  public var entrance = Entrance.fade

  /// Makes the default style: white bold letters with an outline and a shadow, at the bottom.
  public init() {}

  /// The default style of subtitles, whose letters are smaller than those of titles.
  public static let subtitles = {
    var style = TitleStyle()
    style.size = .share(0.05)
    return style
  }()

  /// The style with other colors.
  package func with(colors change: (Pixel) -> Pixel) -> TitleStyle {
    var style = self
    (style.color, style.outlineColor, style.shadowColor) = (
      change(color), change(outlineColor), change(shadowColor)
    )
    style.box = box.map(change)
    return style
  }

  /// Whether the font is a file.
  var isFile: Bool {
    font.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { font.lowercased().hasSuffix($0) }
  }
}

extension TitleStyle {
  /// The keys of the text form.
  package static let keys = [
    "font", "size", "color", "outline", "outline-color", "shadow", "shadow-color", "box", "place", "margin",
    "line-height", "enter",
  ]

  /// Makes a style from its text form: `key=value` pairs, separated by commas.
  ///
  /// An example is `place=top,size=8%,color=gold,font=DejaVu Serif:italic`. Keys that are not given have the values of
  /// `style`.
  ///
  /// - Throws: `TitleError` if a key is unknown or a value is invalid.
  public init(_ text: String, from style: TitleStyle = TitleStyle()) throws(TitleError) {
    self = style
    for assignment in text.split(separator: ",") {
      let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw .invalid("'\(assignment)' must be key=value; keys are \(Self.keys.joined(separator: ", "))")
      }
      try set(parts[0], to: parts[1])
    }
  }

  private mutating func set(_ key: String, to value: String) throws(TitleError) {
    func invalid(_ expected: String) -> TitleError {
      .invalid("\(key) is '\(value)' but must be \(expected)")
    }
    func length(_ most: Double) throws(TitleError) -> Length {
      let isShare = value.hasSuffix("%")
      guard let number = Double(isShare ? String(value.dropLast()) : value), number >= 0,
        number <= (isShare ? 100 * most : 10_000 * most)
      else { throw invalid("pixels, or percent of the frame's height such as 5%") }
      return isShare ? .share(number / 100) : .pixels(number)
    }
    func color() throws(TitleError) -> Pixel {
      guard let color = Pixel(value) else { throw invalid("#rrggbb, #rrggbbaa or a CSS name") }
      return color
    }
    switch key {
    case "font": font = value
    case "size": size = try length(1)
    case "color": self.color = try color()
    case "outline": outline = try length(0.2)
    case "outline-color": outlineColor = try color()
    case "shadow": shadow = try length(0.2)
    case "shadow-color": shadowColor = try color()
    case "box": box = value == "none" ? nil : try color()
    case "place":
      guard let named = Place(rawValue: value) else {
        throw invalid(Place.allCases.map(\.rawValue).joined(separator: ", "))
      }
      place = named
    case "margin": margin = try length(0.4)
    case "line-height":
      guard let number = Double(value), (0.1...10).contains(number) else {
        throw invalid("a number in 0.1…10")
      }
      lineHeight = number
    case "enter":
      guard let named = Entrance(rawValue: value) else {
        throw invalid(Entrance.allCases.map(\.rawValue).joined(separator: ", "))
      }
      entrance = named
    default: throw .invalid("there is no key '\(key)'; there are \(Self.keys.joined(separator: ", "))")
    }
  }
}
