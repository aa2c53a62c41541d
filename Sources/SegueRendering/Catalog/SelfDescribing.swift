/// A filter, blend or transition that says what it is: its name, what it does and its parameters.
///
/// Help, lists, documentation and the tests over the whole catalog are derived from this.
///
///     struct Darken: RowFilter, SelfDescribing {
///       var amount = 0.5
///
///       func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
///         for x in row.indices { row[x].red = UInt8(Double(row[x].red) * (1 - amount)) }
///       }
///
///       static let name = "darken"
///       static let summary = "Takes some of the red away."
///       static let parameters: [NamedParameter<Darken>] = [
///         .number("amount", \.amount, in: 0...1, "Share that is taken away.")
///       ]
///     }
public protocol SelfDescribing: Sendable {
  /// Makes one with every parameter at its default.
  init()
  /// The name in commands and lists: lower case, words joined by hyphens.
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  /// What can be set by name, in the order of help texts.
  static var parameters: [NamedParameter<Self>] { get }
  /// Other names that it is found by; none unless it says so.
  static var aliases: [String] { get }
  /// Names for it with some parameters set, such as `["wipeleft": ["direction": "left"]]`; none unless it says so.
  static var variants: CatalogVariants { get }
  /// Where its formula comes from, such as `GPUImageBoxBlurFilter`; nil unless it says so.
  static var source: String? { get }
  /// Parameters that show what it does where its own do not, such as `radius=3`; nil: those with a value of
  /// `NamedParameter.shown`.
  static var example: String? { get }
}

extension SelfDescribing {
  /// No other names.
  public static var aliases: [String] { [] }
  /// No names for settings of it.
  public static var variants: CatalogVariants { [:] }
  /// Nothing is said of it.
  public static var source: String? { nil }
  /// Its own parameters show what it does.
  public static var example: String? { nil }
}

extension SelfDescribing {
  /// Makes one with some parameters set by name, as text.
  ///
  ///     let blocks = try Pixellate.make([("fraction", "0.04")])
  ///
  /// - Throws: `ParameterError` where a name is unknown or a value does not fit.
  public static func make(_ values: [(key: String, value: String)]) throws(ParameterError) -> Self {
    try make(ParameterAssignments(values: values))
  }

  /// The same with pictures and files.
  package static func make(_ assignments: ParameterAssignments) throws(ParameterError) -> Self {
    var made = Self()
    // Numbers may change what a file brings.
    for (key, file) in assignments.files { try parameter(key).assign(&made, .file(file)) }
    for (key, picture) in assignments.pictures { try parameter(key).assign(&made, .picture(picture)) }
    for (key, value) in assignments.values { try parameter(key).assign(&made, .text(value)) }
    let names = assignments.names
    for parameter in parameters where parameter.isRequired && !names.contains(parameter.name) {
      throw .missing(parameter.name, of: name, expected: "\(parameter.kind)")
    }
    return made
  }

  private static func parameter(_ key: String) throws(ParameterError) -> NamedParameter<Self> {
    guard let parameter = parameters.first(where: { $0.name == key }) else {
      throw .unknown(key, of: name, known: parameters.map(\.name))
    }
    return parameter
  }

  /// The parameters as text, for lists and help.
  package static var parameterDescriptions: [ParameterDescription] {
    let standard = Self()
    return parameters.map {
      ParameterDescription(
        name: $0.name, defaultValue: $0.text(standard), shownValue: $0.shownValue, kind: $0.kind,
        unit: $0.unit, summary: $0.summary, isRequired: $0.isRequired)
    }
  }
}
