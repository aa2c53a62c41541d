/// The description of a parameter, for lists and help.
public struct ParameterDescription: Hashable, Sendable {
  /// The name in commands and lists.
  public let name: String
  /// The default value, as text.
  public let defaultValue: String
  /// A value, as text, at which the effect is visible, if the default changes nothing; else nil.
  ///
  /// The command and the studio use this value for a filter that is named without parameters.
  public let shownValue: String?
  /// The type and range of allowed values.
  public let kind: ParameterKind
  /// The unit of a number; empty if none.
  public let unit: String
  /// One sentence that says what the parameter does.
  public let summary: String
  /// Whether the parameter must be given.
  public let isRequired: Bool
  /// Whether the default is a property of the frame, such as the time; `defaultValue` then names the
  /// property.
  package let isOfFrame: Bool

  /// Makes a description.
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

  /// Returns the description with another default, or unchanged if `defaultValue` is nil.
  func with(defaultValue: String?) -> ParameterDescription {
    ParameterDescription(
      name: name, defaultValue: defaultValue ?? self.defaultValue,
      shownValue: defaultValue == nil ? shownValue : nil, kind: kind, unit: unit, summary: summary,
      isRequired: isRequired, isOfFrame: isOfFrame)
  }
}

/// The type and range of a parameter's values.
public enum ParameterKind: Hashable, Sendable, CustomStringConvertible {
  /// A number within a range.
  case number(ClosedRange<Double>)
  /// One of several words.
  case word([String])
  /// A rectangle in pixels.
  case rectangle
  /// A color.
  case color
  /// A fixed number of components, with an optional range; integers if `whole`.
  case numbers(count: Int, in: ClosedRange<Double>?, whole: Bool)
  /// A picture file.
  case picture
  /// A file with other content; the associated text names the content, with an article.
  case file(String)
  /// A file, or the name of a built-in value; the associated text names the content, with an article.
  ///
  /// A value that begins with `%` is a name. Other values are files if they are `-` or contain a dot or a
  /// slash.
  case fileOrName(String)
  /// The control points of a curve.
  case points
  /// A list of groups of numbers; the associated values are the form of a group, such as `x,y`, and the range
  /// of each number.
  case groups(String, in: ClosedRange<Double>)
  /// Any text; the associated value describes the allowed texts, for help.
  case text(String)
  /// A length in pixels, or in percent of the frame's height such as `5%`; the range limits the percentage.
  case length(ClosedRange<Double>)
  /// A position in the frame: one of some names, or two percentages of the free width and height, such as
  /// `30% 70%`.
  case place([String])

  /// The allowed values as text for help, such as `0…1`, or `center or mean`.
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
    case .text(let form): form
    case .length: "pixels, or percent of the frame's height such as 5%"
    case .place(let names): "\(names.joined(separator: ", ")), or x% y% such as 30% 70%"
    }
  }

  /// Returns whether a value is the name of a file, to be read before the parameter is set.
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
