import ArgumentParser

/// A format with options, written as `NAME[:key=value,…]`; the name may also be a file extension.
struct FormatName {
  let item: CatalogItem<any FileFormat>
  let values: [(key: String, value: String)]

  init(_ item: CatalogItem<any FileFormat>, _ values: [(key: String, value: String)] = []) {
    self.item = item
    self.values = values
  }

  /// Parses the value of `--format`.
  init(argument: String) throws {
    guard let specification = Specification(argument) else {
      throw ValidationError("it must be a name, or name:key=value,…")
    }
    let formats = Catalog.formats
    let item = (try? formats.named(specification.name)) ?? formats.forExtension(specification.name)
    guard let item else {
      throw ValidationError("there are \(formats.items.map(\.name).joined(separator: ", "))")
    }
    self.init(item, specification.values)
  }

  /// The format of a file name's extension; nil if no format has it.
  init?(file: String) {
    guard let item = Catalog.formats.forFile(named: file) else { return nil }
    self.init(item)
  }

  /// Throws if a file name has the extension of another format.
  func check(file: String) throws {
    guard let meant = FormatName(file: file), meant.item.name != item.name else { return }
    // Allows the extension `png` for an animated PNG, whose first frame is shown by other viewers.
    if item.name == Formats.APNG.name && meant.item.name == Formats.PNG.name { return }
    let name = item.name
    throw Failure(
      .usage,
      "\(file): the name means \(meant.item.name), and --format says \(name); give one that fits the other",
      file: file)
  }

  /// The file extensions of all formats that meet a condition, for messages.
  static func extensions(where isWanted: (any FileFormat) -> Bool) -> String {
    Catalog.formats.all.filter(isWanted).flatMap { type(of: $0).extensions }.map { ".\($0)" }.alternatives
  }

  /// The beginning of an error message about a file name whose extension is not known.
  static func unknown(_ file: String, where isWanted: (any FileFormat) -> Bool) -> String {
    let extensions = extensions(where: isWanted)
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].count > 1 else {
      return "\(file): the name does not say the format, as \(extensions) does"
    }
    return "\(file): no format is written as \(name[dot...]), only \(extensions)"
  }

  /// The names of all formats that meet a condition.
  static func names(where isWanted: (any FileFormat) -> Bool) -> [String] {
    Catalog.formats.all.filter(isWanted).map { type(of: $0).name }
  }
}

extension FileFormat {
  /// Whether the format can be written, and not only read.
  var isWritten: Bool { !writtenKinds.isEmpty }
}

/// Format options that have a command-line option of their own; `--format NAME:key=value` accepts all.
struct FormatOptions: ParsableArguments {
  @Option(help: .option("png-compression")) var pngCompression: String?
  @Option(help: .option("quality")) var quality: String?
  @Flag(help: .option("lossless")) var lossless = false
  @Option(help: .option("chroma")) var chroma: String?

  func validate() throws {
    if quality != nil && lossless { throw ValidationError("give --quality or --lossless, not both") }
    for (key, value) in given { try Self.check(key, value) }
  }

  /// Throws if no format that has the option accepts the value.
  static func check(_ key: String, _ value: String) throws {
    for item in Catalog.formats.items where item.parameters.contains(where: { $0.name == key }) {
      do throws(ParameterError) { _ = try item.make([(key, value)]) } catch {
        throw ValidationError("--\(error)")
      }
    }
  }

  private var given: [(key: String, value: String)] {
    let flags = [
      ("png-compression", pngCompression), ("quality", quality), ("lossless", lossless ? "true" : nil),
      ("chroma", chroma),
    ]
    return flags.compactMap { key, value in value.map { (key, $0) } }
  }

  /// Makes the format with the given options; throws if it does not have one of them, or is not in this
  /// build.
  ///
  /// `loops` is the value of `--loops`, for commands that have this option. `isSeries` is whether each frame
  /// is a separate file.
  func make(_ name: FormatName, loops: String? = nil, isSeries: Bool = true) throws -> any FileFormat {
    let known = name.item.parameters.map(\.name)
    let given = given + (loops.map { [("loops", $0)] } ?? [])
    for (key, _) in given where !known.contains(key) || key == "loops" && isSeries {
      let takers = Catalog.formats.items.filter { $0.parameters.contains { $0.name == key } }.map(\.name)
      let what = key == "loops" ? "one file of " : ""
      throw Failure(.usage, "--\(key) is for \(what)\(takers.conjunction), not \(name.item.name)")
    }
    let format = try name.item.make(name.values + given)
    if let reason = type(of: format).unavailable { throw Failure(.usage, reason) }
    return format
  }
}

extension ArgumentHelp {
  /// The help text of an option, derived from the formats that have it.
  static func option(_ name: String) -> ArgumentHelp {
    let items = Catalog.formats.items.compactMap { item in
      item.parameters.first { $0.name == name }.map { (format: item.name, parameter: $0) }
    }
    guard let parameter = items.first?.parameter else { return "" }
    let formats = items.map(\.format).conjunction
    if parameter.kind == .word(["true", "false"]) { return "\(parameter.summary) For \(formats)." }
    return ArgumentHelp(
      "\(parameter.summary) For \(formats): \(parameter.kind). (default: \(parameter.defaultValue))",
      valueName: parameter.kind.isNumber ? "n" : "how")
  }
}

extension ParameterKind {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .numbers: true
    case .word, .rectangle, .color, .picture, .file, .fileOrName, .points, .groups: false
    }
  }
}

extension [String] {
  /// The strings as a list, such as `a, b and c`.
  var conjunction: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + (last ?? "")
  }
}
