public import SeguePixels

/// Something that can be chosen by name: what it says of itself, and how one is made.
///
///     let filter = try Catalog.filters.named("pixellate").make([("fraction", "0.04")])
public struct CatalogItem<Made: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// Other names that it is found by.
  public let aliases: [String]
  /// Names for it with some parameters set.
  public let variants: CatalogVariants
  /// What it is a variant of, and the parameters it sets; nil for what is none.
  package private(set) var original: Specification?
  /// What it stands together with in lists, such as `Wipes`; empty for what was registered.
  package private(set) var family = ""
  /// The text of the shader that it is; nil where it is none.
  package var glsl: [UInt8]?
  /// One sentence.
  public var summary: String { summarized() }
  /// What can be set by name.
  public var parameters: [ParameterDescription] { described() }
  /// Where its formula comes from, such as `GPUImageAlphaBlendFilter; mix = mixturePercent`: a name, or several, and what is
  /// called otherwise there; nil where it says nothing of it.
  public var source: String? { sourced() }
  /// Parameters that show what it does where its own do not, such as `brightness=0.2`.
  public var example: String? { exemplified() ?? (shown.isEmpty ? nil : Specification.text(of: shown)) }
  /// The parameters that the command and the studio set where it is named without any; none where its defaults show what
  /// it does.
  public var shown: [(key: String, value: String)] {
    parameters.compactMap { parameter in parameter.shownValue.map { (parameter.name, $0) } }
  }
  private let summarized: @Sendable () -> String
  private let described: @Sendable () -> [ParameterDescription]
  private let sourced: @Sendable () -> String?
  private let exemplified: @Sendable () -> String?
  private let made: @Sendable (ParameterAssignments) throws(ParameterError) -> Made

  /// Makes an item; what it says of itself is worked out when it is asked for.
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

  /// Enters a type that says what it is.
  package init<Kind: SelfDescribing>(_ type: Kind.Type, _ made: @escaping @Sendable (Kind) -> Made) {
    self.init(
      name: type.name, aliases: type.aliases, variants: type.variants, summary: type.summary,
      parameters: type.parameterDescriptions,
      source: type.source, example: type.example
    ) { (assignments) throws(ParameterError) in made(try type.make(assignments)) }
  }

  /// Makes one, with some parameters set by name.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - pictures: Parameters that are pictures, such as a color table.
  /// - Returns: What was made.
  /// - Throws: `ParameterError` where a name is unknown or a value does not fit.
  public func make(
    _ values: [(key: String, value: String)] = [], pictures: [(key: String, value: Bitmap)] = []
  ) throws(ParameterError) -> Made {
    try made(ParameterAssignments(values: values, pictures: pictures))
  }

  /// Makes one, with some parameters set by name, among them files such as tables of colors.
  ///
  /// - Parameters:
  ///   - values: Parameters as text.
  ///   - files: Parameters that are files, a picture where the parameter takes one.
  /// - Returns: What was made.
  /// - Throws: `ParameterError` where a name is unknown, a value does not fit, or a file is none that the parameter takes.
  public func make(
    _ values: [(key: String, value: String)], files: [(key: String, value: ParameterFile)]
  ) throws(ParameterError) -> Made {
    var assignments = ParameterAssignments(values: values)
    for (key, file) in files { assignments.add(file, for: key) }
    return try made(assignments)
  }

  /// Makes one whose values are those of one frame among many: those that differ are named, so that nothing is prepared
  /// for one value alone.
  package func make(_ assignments: ParameterAssignments) throws(ParameterError) -> Made {
    try made(assignments)
  }

  /// Its variants: each it itself, with some parameters as defaults, under a name of its own.
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

  /// The same items as a family.
  package static func family(_ name: String, _ items: [CatalogItem]) -> [CatalogItem] {
    items.map { item in
      var item = item
      item.family = name
      return item
    }
  }

  /// Whether it is called so.
  package func isNamed(_ name: String) -> Bool { self.name == name || aliases.contains(name) }
}

/// Names for settings of an item: each with parameters as text.
public typealias CatalogVariants = KeyValuePairs<String, KeyValuePairs<String, String>>

/// Parameters set by name.
package struct ParameterAssignments: Sendable {
  /// As text.
  package var values: [(key: String, value: String)]
  /// As pictures.
  package var pictures: [(key: String, value: Bitmap)] = []
  /// As files.
  package private(set) var files: [(key: String, value: ParameterFile)] = []
  /// Those whose values change from frame to frame.
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

  /// Sets a parameter that is a file.
  package mutating func add(_ file: ParameterFile, for key: String) { files.append((key, file)) }

  /// Sets what others set, in place of what was set there.
  package mutating func add(_ others: ParameterAssignments) {
    let names = others.names
    values.removeAll { names.contains($0.key) }
    pictures.removeAll { names.contains($0.key) }
    files.removeAll { names.contains($0.key) }
    values += others.values
    pictures += others.pictures
    files += others.files
  }

  /// The names that are set.
  var names: Set<String> { Set(values.map(\.key) + pictures.map(\.key) + files.map(\.key)) }
}
