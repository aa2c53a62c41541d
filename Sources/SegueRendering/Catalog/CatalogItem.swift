public import SeguePixels

/// A named filter, blend, transition or format: its description, and a function that makes it from
/// parameters.
///
///     let filter = try Catalog.filters.named("pixellate").make([("fraction", "0.04")])
public struct CatalogItem<Made: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// Further names of the item.
  public let aliases: [String]
  /// Further names that make the item with some parameters preset.
  public let variants: CatalogVariants
  /// For a variant, the name of its original item and the preset parameters; nil for other items.
  package private(set) var original: Specification?
  /// The group in lists, such as `Wipes`; empty for registered items.
  package private(set) var family = ""
  /// Returns the GLSL source of an item written as a shader; nil for other items.
  package var glsl: (@Sendable () -> String)?
  /// One sentence that says what the item does.
  public var summary: String { summarized() }
  /// The parameters that can be set by name.
  public var parameters: [ParameterDescription] { described() }
  /// The origin of the item's formula, such as `GPUImageAlphaBlendFilter; mix = mixturePercent`; nil if not
  /// declared.
  ///
  /// The text has the item's names in other software, then the parameters that are renamed here, each with
  /// the original name.
  public var source: String? { sourced() }
  /// Parameters for a demonstration, such as `brightness=0.2`, for an item whose defaults show little; if not
  /// declared, the values of `shown`, or nil if `shown` is empty.
  public var example: String? { exemplified() ?? (shown.isEmpty ? nil : Specification.text(of: shown)) }
  /// Parameter values at which the effect is visible, for an item whose defaults change nothing; empty for
  /// other items.
  ///
  /// The command and the studio set these values if the item is named without parameters.
  public var shown: [(key: String, value: String)] {
    parameters.compactMap { parameter in parameter.shownValue.map { (parameter.name, $0) } }
  }
  private let summarized: @Sendable () -> String
  private let described: @Sendable () -> [ParameterDescription]
  private let sourced: @Sendable () -> String?
  private let exemplified: @Sendable () -> String?
  private let made: @Sendable (ParameterAssignments) throws(ParameterError) -> Made

  /// Makes an item; its summary, parameters, source and example are computed each time they are read.
  package init(
    name: String, aliases: [String] = [], variants: CatalogVariants = [:],
    summary: @autoclosure @escaping @Sendable () -> String,
    parameters: @autoclosure @escaping @Sendable () -> [ParameterDescription],
    source: @autoclosure @escaping @Sendable () -> String? = nil,
    example: @autoclosure @escaping @Sendable () -> String? = nil,
    make: @escaping @Sendable (ParameterAssignments) throws(ParameterError) -> Made
  ) {
    self.name = name
    self.aliases = aliases
    self.variants = variants
    summarized = summary
    described = parameters
    sourced = source
    exemplified = example
    made = make
  }

  /// Makes an item of a self-describing type.
  package init<Kind: SelfDescribing>(_ type: Kind.Type, _ made: @escaping @Sendable (Kind) -> Made) {
    self.init(
      name: type.name, aliases: type.aliases, variants: type.variants, summary: type.summary,
      parameters: type.parameterDescriptions,
      source: type.source, example: type.example
    ) { (assignments) throws(ParameterError) in made(try type.make(assignments)) }
  }

  /// Makes a value, such as a filter, with some parameters set by name.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - pictures: Parameters that are pictures, such as color tables.
  /// - Returns: The value.
  /// - Throws: `ParameterError` if a name is unknown or a value is invalid.
  public func make(
    _ values: [(key: String, value: String)] = [], pictures: [(key: String, value: Bitmap)] = []
  ) throws(ParameterError) -> Made {
    try made(ParameterAssignments(values: values, pictures: pictures))
  }

  /// Makes a value, such as a filter, with some parameters set by name, and others read from files.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - files: Parameters that are files, such as color tables or pictures.
  /// - Returns: The value.
  /// - Throws: `ParameterError` if a name is unknown, or if a value or the content of a file is invalid.
  public func make(
    _ values: [(key: String, value: String)], files: [(key: String, value: ParameterFile)]
  ) throws(ParameterError) -> Made {
    var assignments = ParameterAssignments(values: values)
    for (key, file) in files { assignments.add(file, for: key) }
    return try made(assignments)
  }

  /// Makes a value from parameters given as text, pictures and files; `assignments.animated` names the
  /// parameters that change with each frame.
  package func make(_ assignments: ParameterAssignments) throws(ParameterError) -> Made {
    try made(assignments)
  }

  /// The variants as separate items, whose defaults are the preset parameters.
  var variantItems: [CatalogItem] { variants.map { variant($0, $1) } }

  /// Returns a variant: an item with another name, whose defaults are the preset parameters.
  func variant(_ name: String, _ preset: KeyValuePairs<String, String>) -> CatalogItem {
    var item = CatalogItem(
      name: name, summary: summary,
      parameters: parameters.map { parameter in
        parameter.with(defaultValue: preset.first { $0.key == parameter.name }?.value)
      }, source: source
    ) { (assignments) throws(ParameterError) in
      var assignments = assignments
      let given = assignments.names
      assignments.values += preset.filter { !given.contains($0.key) }.map { ($0.key, $0.value) }
      return try made(assignments)
    }
    item.family = family
    item.original = Specification(name: self.name, values: preset.map { ($0.key, $0.value) })
    return item
  }

  /// Returns the items with their family set to `name`.
  package static func family(_ name: String, _ items: [CatalogItem]) -> [CatalogItem] {
    items.map { item in
      var item = item
      item.family = name
      return item
    }
  }

  /// Returns whether the item's name or an alias equals `name`.
  package func isNamed(_ name: String) -> Bool { self.name == name || aliases.contains(name) }
}

/// Variants of an item: names, each with preset parameters as text.
public typealias CatalogVariants = KeyValuePairs<String, KeyValuePairs<String, String>>

/// Parameter values by name: as text, as pictures and as files.
package struct ParameterAssignments: Sendable {
  /// The values given as text.
  package var values: [(key: String, value: String)]
  /// The values given as pictures.
  package var pictures: [(key: String, value: Bitmap)] = []
  /// The values given as files.
  package private(set) var files: [(key: String, value: ParameterFile)] = []
  /// The names of parameters whose values change from frame to frame.
  package var animated: Set<String> = []

  /// Makes assignments.
  package init(
    values: [(key: String, value: String)] = [], pictures: [(key: String, value: Bitmap)] = [],
    animated: Set<String> = []
  ) {
    self.values = values
    self.pictures = pictures
    self.animated = animated
  }

  /// Adds a value given as a file.
  package mutating func add(_ file: ParameterFile, for key: String) { files.append((key, file)) }

  /// Adds other assignments, which replace existing values of the same names.
  package mutating func add(_ others: ParameterAssignments) {
    let names = others.names
    values.removeAll { names.contains($0.key) }
    pictures.removeAll { names.contains($0.key) }
    files.removeAll { names.contains($0.key) }
    values += others.values
    pictures += others.pictures
    files += others.files
  }

  /// The names of all assigned parameters.
  var names: Set<String> { Set(values.map(\.key) + pictures.map(\.key) + files.map(\.key)) }
}
