/// A filter, blend or transition with a declared name, summary and parameters.
///
/// Help, lists, documentation and the general tests of the catalog are derived from these declarations.
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
  /// Makes a value with the defaults of all parameters.
  init()
  /// The name in commands and lists: in lower case, with hyphens between words.
  static var name: String { get }
  /// One sentence that says what the effect does.
  static var summary: String { get }
  /// The parameters that can be set by name, in the order shown by help.
  static var parameters: [NamedParameter<Self>] { get }
  /// Further names; none by default.
  static var aliases: [String] { get }
  /// Names for the effect with preset parameters, such as `["wipeleft": ["direction": "left"]]`; none by
  /// default.
  static var variants: CatalogVariants { get }
  /// The origin of the effect's formula, such as `GPUImageBoxBlurFilter`; nil by default.
  static var source: String? { get }
  /// Parameters for a demonstration, such as `radius=3`, for an effect whose defaults show little.
  ///
  /// If nil, a demonstration uses the values declared by `NamedParameter.shown`.
  static var example: String? { get }
}

extension SelfDescribing {
  /// An empty list: the effect has no further names.
  public static var aliases: [String] { [] }
  /// An empty list: the effect has no variants.
  public static var variants: CatalogVariants { [:] }
  /// Nil: no origin is declared.
  public static var source: String? { nil }
  /// Nil: no parameters for a demonstration are declared.
  public static var example: String? { nil }
}

extension SelfDescribing {
  /// Makes a value with some parameters set by name, as text.
  ///
  ///     let blocks = try Pixellate.make([("fraction", "0.04")])
  ///
  /// - Throws: `ParameterError` if a name is unknown or a value is invalid.
  public static func make(_ values: [(key: String, value: String)]) throws(ParameterError) -> Self {
    try make(ParameterAssignments(values: values))
  }

  /// Makes a value from parameters given as text, pictures and files.
  package static func make(_ assignments: ParameterAssignments) throws(ParameterError) -> Self {
    var made = Self()
    // Assigns files first, since values given as text may override properties that a file sets.
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

  /// The descriptions of all parameters, for lists and help.
  package static var parameterDescriptions: [ParameterDescription] {
    let standard = Self()
    return parameters.map {
      ParameterDescription(
        name: $0.name, defaultValue: $0.text(standard), shownValue: $0.shownValue, kind: $0.kind,
        unit: $0.unit, summary: $0.summary, isRequired: $0.isRequired)
    }
  }
}
