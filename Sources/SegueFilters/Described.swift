public import SeguePixels

/// A filter, blend or transition that says what it is: its name, what it does and its parameters.
///
/// Help, lists, documentation and the tests over the whole catalogue are derived from this.
///
///     extension Pixellate: Described {
///       static let name = "pixellate"
///       static let summary = "Square blocks of one colour each."
///       static let parameters: [Parameter<Pixellate>] = [
///         .number("fraction", \.fraction, in: 0...1, unit: "of the width", "Side of a block.")
///       ]
///     }
public protocol Described: Sendable {
  /// Makes one with every parameter at its default.
  init()
  /// The name in commands and lists: lower case, words joined by hyphens.
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  /// What can be set by name, in the order of help texts.
  static var parameters: [Parameter<Self>] { get }
}

extension Described {
  /// Makes one with some parameters set by name, as text.
  ///
  ///     try Pixellate.make(["fraction": "0.04"])
  ///
  /// - Throws: `ParameterError` where a name is unknown or a value does not fit.
  public static func make(_ values: [(key: String, value: String)]) throws(ParameterError) -> Self {
    var made = Self()
    for (key, value) in values {
      guard let parameter = parameters.first(where: { $0.name == key }) else {
        throw .unknown(key, of: name, known: parameters.map(\.name))
      }
      try parameter.assign(&made, value)
    }
    return made
  }

  /// The parameters as text, for lists and help.
  public static var parameterDescriptions: [ParameterDescription] {
    let standard = Self()
    return parameters.map {
      ParameterDescription(
        name: $0.name, defaultValue: $0.text(standard), kind: $0.kind, unit: $0.unit, summary: $0.summary)
    }
  }
}

/// The values a parameter takes.
public enum ParameterKind: Hashable, Sendable, CustomStringConvertible {
  /// A number within a range.
  case number(ClosedRange<Double>)
  /// One of some words.
  case word([String])
  /// A rectangle in pixels.
  case rectangle
  /// A colour.
  case color
  /// So many numbers, each within a range where there is one, without a fraction where they are whole.
  case numbers(count: Int, in: ClosedRange<Double>?, whole: Bool)
  /// The file of a picture.
  case picture

  /// The form of help texts: `0…1`, or `center or mean`.
  public var description: String {
    switch self {
    case .number(let range): "\(shortest(range.lowerBound))…\(shortest(range.upperBound))"
    case .word(let words): words.joined(separator: " or ")
    case .rectangle: "x,y,width,height in pixels, or auto"
    case .color: "#rrggbb[aa] or a CSS name"
    case .numbers(let count, let range, let whole):
      ParameterKind.numbersForm(count, whole) + (range.map { " in \(ParameterKind.number($0))" } ?? "")
    case .picture: "the file of a picture"
    }
  }

  private static func numbersForm(_ count: Int, _ whole: Bool) -> String {
    let noun = whole ? "whole number" : "number"
    return count == 1 ? "a \(noun)" : "\(count) \(noun)s with commas between"
  }
}

/// One settable property of a filter, blend or transition.
///
/// The default is the property's initial value, stated there and nowhere else.
public struct Parameter<Owner: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// The values it takes.
  public let kind: ParameterKind
  /// What a number counts, or an empty string.
  public let unit: String
  /// One sentence.
  public let summary: String
  let text: @Sendable (Owner) -> String
  let assign: @Sendable (inout Owner, String) throws(ParameterError) -> Void

  /// Declares a number.
  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Double> & Sendable, in range: ClosedRange<Double>,
    unit: String = "", _ summary: String
  ) -> Parameter {
    Parameter(
      name: name, kind: .number(range), unit: unit, summary: summary, text: { shortest($0[keyPath: path]) },
      assign: { (owner, text) throws(ParameterError) in
        owner[keyPath: path] = try parse(text, in: range, for: name)
      })
  }

  /// Declares a number that the library can animate; set as text it is a constant.
  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Animated> & Sendable, in range: ClosedRange<Double>,
    unit: String = "", _ summary: String
  ) -> Parameter {
    Parameter(
      name: name, kind: .number(range), unit: unit, summary: summary,
      text: { shortest($0[keyPath: path](at: 0)) },
      assign: { (owner, text) throws(ParameterError) in
        owner[keyPath: path] = Animated(try parse(text, in: range, for: name))
      })
  }

  /// Declares a choice between words.
  public static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Word> & Sendable, _ summary: String
  ) -> Parameter {
    let kind = ParameterKind.word(Word.allCases.map(\.rawValue))
    return Parameter(
      name: name, kind: kind, unit: "", summary: summary, text: { $0[keyPath: path].rawValue },
      assign: { (owner, text) throws(ParameterError) in
        guard let word = Word(rawValue: text) else { throw .invalid(text, for: name, expected: "\(kind)") }
        owner[keyPath: path] = word
      })
  }
}

extension Parameter {
  /// Declares a rectangle; `auto` leaves it to the transition.
  public static func rectangle(
    _ name: String, _ path: WritableKeyPath<Owner, Rectangle?> & Sendable, _ summary: String
  ) -> Parameter {
    Parameter(
      name: name, kind: .rectangle, unit: "", summary: summary,
      text: { owner in
        owner[keyPath: path].map { [$0.x, $0.y, $0.width, $0.height].map(shortest).joined(separator: ",") }
          ?? "auto"
      },
      assign: { (owner, text) throws(ParameterError) in
        if text == "auto" {
          owner[keyPath: path] = nil
          return
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e9 }), numbers[2] >= 1, numbers[3] >= 1
        else { throw .invalid(text, for: name, expected: "\(ParameterKind.rectangle)") }
        owner[keyPath: path] = Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      })
  }

  /// Declares a colour.
  public static func color(
    _ name: String, _ path: WritableKeyPath<Owner, Pixel> & Sendable, _ summary: String
  ) -> Parameter {
    Parameter(
      name: name, kind: .color, unit: "", summary: summary, text: { $0[keyPath: path].description },
      assign: { (owner, text) throws(ParameterError) in
        guard let color = Pixel(text) else {
          throw .invalid(text, for: name, expected: "\(ParameterKind.color)")
        }
        owner[keyPath: path] = color
      })
  }
}

private func parse(
  _ text: String, in range: ClosedRange<Double>, for name: String
) throws(ParameterError) -> Double {
  guard let value = Double(text), range.contains(value) else {
    throw .invalid(text, for: name, expected: "a number in \(ParameterKind.number(range))")
  }
  return value
}

/// A number without a needless fraction: 1 rather than 1.0.
private func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}

/// A parameter without its owner's type, for lists and help.
public struct ParameterDescription: Hashable, Sendable {
  /// The name in commands and lists.
  public let name: String
  /// The value where none is given, as text.
  public let defaultValue: String
  /// The values it takes.
  public let kind: ParameterKind
  /// What a number counts, or an empty string.
  public let unit: String
  /// One sentence.
  public let summary: String

  /// Describes a parameter.
  package init(name: String, defaultValue: String, kind: ParameterKind, unit: String, summary: String) {
    self.name = name
    self.defaultValue = defaultValue
    self.kind = kind
    self.unit = unit
    self.summary = summary
  }
}

/// What can be wrong with a parameter given by name.
public enum ParameterError: Error, Equatable, CustomStringConvertible {
  /// No parameter has this name.
  case unknown(String, of: String, known: [String])
  /// The value is not one the parameter takes.
  case invalid(String, for: String, expected: String)

  /// One sentence without a full stop, as for an error message.
  public var description: String {
    switch self {
    case .unknown(let name, let owner, let known):
      known.isEmpty
        ? "\(owner) has no parameters, so '\(name)' cannot be set"
        : "\(owner) has no parameter '\(name)'; it has \(known.joined(separator: ", "))"
    case .invalid(let value, let name, let expected): "\(name) is '\(value)' but must be \(expected)"
    }
  }
}
