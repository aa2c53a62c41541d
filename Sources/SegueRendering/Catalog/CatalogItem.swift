public import SeguePixels

/// A named item: its description, and how to make it.
///
///     let filter = try Catalog.filters.named("pixellate").make([("fraction", "0.04")])
public struct CatalogItem<Made: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// Further names of the item.
  public let aliases: [String]
  /// Names for the item with some parameters set.
  public let variants: CatalogVariants
  /// The original item and the parameters that a variant sets; nil for other items.
  package private(set) var original: Specification?
  /// The heading in lists, such as `Wipes`; empty for registered items.
  package private(set) var family = ""
  /// Returns the shader's source; nil if the item is no shader.
  package var glsl: (@Sendable () -> String)?
  /// One sentence.
  public var summary: String { summarized() }
  /// The parameters that can be set by name.
  public var parameters: [ParameterDescription] { described() }
  /// The origin of its formula, such as `GPUImageAlphaBlendFilter; mix = mixturePercent`: one or several
  /// names, and parameters with other names there; nil if not declared.
  public var source: String? { sourced() }
  /// Parameters for a demonstration, if the defaults show little, such as `brightness=0.2`.
  public var example: String? { exemplified() ?? (shown.isEmpty ? nil : Specification.text(of: shown)) }
  /// The parameters that the command and the studio set for an item named without parameters; empty if the
  /// defaults show its effect.
  public var shown: [(key: String, value: String)] {
    parameters.compactMap { parameter in parameter.shownValue.map { (parameter.name, $0) } }
  }
  private let summarized: @Sendable () -> String
  private let described: @Sendable () -> [ParameterDescription]
  private let sourced: @Sendable () -> String?
  private let exemplified: @Sendable () -> String?
  private let made: @Sendable (ParameterAssignments) throws(ParameterError) -> Made

  /// Makes an item; its description is computed on first use.
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

  /// Makes a value, with some parameters set by name.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - pictures: Parameters that are pictures, such as a color table.
  /// - Returns: The value.
  /// - Throws: `ParameterError` if a name is unknown or a value does not fit.
  public func make(
    _ values: [(key: String, value: String)] = [], pictures: [(key: String, value: Bitmap)] = []
  ) throws(ParameterError) -> Made {
    try made(ParameterAssignments(values: values, pictures: pictures))
  }

  /// Makes a value, with some parameters set by name and others by files, such as color tables.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - files: Parameters that are files; pictures are allowed for picture parameters.
  /// - Returns: The value.
  /// - Throws: `ParameterError` if a name is unknown, a value does not fit, or a file is not of the
  ///   parameter's kind.
  public func make(
    _ values: [(key: String, value: String)], files: [(key: String, value: ParameterFile)]
  ) throws(ParameterError) -> Made {
    var assignments = ParameterAssignments(values: values)
    for (key, file) in files { assignments.add(file, for: key) }
    return try made(assignments)
  }

  /// Makes the item for one frame of an animation; `animated` names the parameters that change.
  package func make(_ assignments: ParameterAssignments) throws(ParameterError) -> Made {
    try made(assignments)
  }

  /// Its variants as items, with their parameters as defaults.
  var variantItems: [CatalogItem] {
    variants.map { name, preset in
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
  }

  /// Sets the family of items.
  package static func family(_ name: String, _ items: [CatalogItem]) -> [CatalogItem] {
    items.map { item in
      var item = item
      item.family = name
      return item
    }
  }

  /// Whether a name or alias of the item is `name`.
  package func isNamed(_ name: String) -> Bool { self.name == name || aliases.contains(name) }
}

/// Variants of an item: names with parameters as text.
public typealias CatalogVariants = KeyValuePairs<String, KeyValuePairs<String, String>>

/// Values for parameters, by name.
package struct ParameterAssignments: Sendable {
  /// Values as text.
  package var values: [(key: String, value: String)]
  /// Pictures.
  package var pictures: [(key: String, value: Bitmap)] = []
  /// Files.
  package private(set) var files: [(key: String, value: ParameterFile)] = []
  /// The parameters that change from frame to frame.
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

  /// Sets a file parameter.
  package mutating func add(_ file: ParameterFile, for key: String) { files.append((key, file)) }

  /// Sets the parameters of `others`, replacing values of the same names.
  package mutating func add(_ others: ParameterAssignments) {
    let names = others.names
    values.removeAll { names.contains($0.key) }
    pictures.removeAll { names.contains($0.key) }
    files.removeAll { names.contains($0.key) }
    values += others.values
    pictures += others.pictures
    files += others.files
  }

  /// The names of all parameters that are set.
  var names: Set<String> { Set(values.map(\.key) + pictures.map(\.key) + files.map(\.key)) }
}
