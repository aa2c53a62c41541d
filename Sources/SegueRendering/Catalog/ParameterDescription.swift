/// The description of a parameter, for lists and help.
public struct ParameterDescription: Hashable, Sendable {
  /// The name in commands and lists.
  public let name: String
  /// The default value, as text.
  public let defaultValue: String
  /// A value that shows the owner's effect, as text, if the default changes nothing; else nil.
  ///
  /// The command and the studio set it for a filter named without parameters.
  public let shownValue: String?
  /// The values it takes.
  public let kind: ParameterKind
  /// The unit of a number, or an empty string.
  public let unit: String
  /// One sentence.
  public let summary: String
  /// Whether the parameter must be given.
  public let isRequired: Bool
  /// Whether the default is a property of the frame, such as its time, which the text names.
  package let isOfFrame: Bool

  /// Describes a parameter.
  package init(
    name: String, defaultValue: String, shownValue: String? = nil, kind: ParameterKind, unit: String,
    summary: String, isRequired: Bool = false, isOfFrame: Bool = false
  ) {
    self.name = name
    self.defaultValue = defaultValue
    self.shownValue = shownValue
    self.kind = kind
    self.unit = unit
    self.summary = summary
    self.isRequired = isRequired
    self.isOfFrame = isOfFrame
  }

  /// The description with another default; unchanged for nil.
  func with(defaultValue: String?) -> ParameterDescription {
    ParameterDescription(
      name: name, defaultValue: defaultValue ?? self.defaultValue,
      shownValue: defaultValue == nil ? shownValue : nil, kind: kind, unit: unit, summary: summary,
      isRequired: isRequired, isOfFrame: isOfFrame)
  }
}

/// The values a parameter takes.
public enum ParameterKind: Hashable, Sendable, CustomStringConvertible {
  /// A number within a range.
  case number(ClosedRange<Double>)
  /// One of several words.
  case word([String])
  /// A rectangle in pixels.
  case rectangle
  /// A color.
  case color
  /// A fixed number of numbers, with an optional range, and without fractions if `whole`.
  case numbers(count: Int, in: ClosedRange<Double>?, whole: Bool)
  /// A picture file.
  case picture
  /// A file of another kind, which the text names with an article.
  case file(String)
  /// A file, or the name of a built-in one; the associated text is the kind of content, with an article.
  ///
  /// A value that begins with % is a name. Others are files if they contain a dot or a slash, or are `-`.
  case fileOrName(String)
  /// The points of a curve.
  case points
  /// A list of groups of numbers: the form of a group, and the range of each number.
  case groups(String, in: ClosedRange<Double>)

  /// The form in help texts: `0…1`, or `center or mean`.
  public var description: String {
    switch self {
    case .number(let range): "\(shortest(range.lowerBound))…\(shortest(range.upperBound))"
    case .word(let words): words.joined(separator: " or ")
    case .rectangle: "x,y,width,height in pixels, or auto"
    case .color: "#rrggbb[aa] or a CSS name"
    case .numbers(let count, let range, let whole):
      ParameterKind.numbersForm(count, whole) + (range.map { " in \(ParameterKind.number($0))" } ?? "")
    case .picture: "the file of a picture"
    case .file(let content), .fileOrName(let content): content
    case .points: "x,y,x,y,… in 0…1, each x above the one before"
    case .groups(let form, let range): "\(form),… in \(ParameterKind.number(range))"
    }
  }

  /// Whether a text names a file, which is read before the parameter is set.
  package func isFile(_ text: String) -> Bool {
    switch self {
    case .file: true
    case .fileOrName: text == "-" || text.contains { $0 == "." || $0 == "/" } && text.first != "%"
    default: false
    }
  }

  private static func numbersForm(_ count: Int, _ whole: Bool) -> String {
    let noun = whole ? "whole number" : "number"
    return count == 1 ? "a \(noun)" : "\(count) \(noun)s with commas between"
  }
}
