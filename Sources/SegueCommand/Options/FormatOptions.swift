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

  /// Finds the format by the extension of a file name; nil if no format has the extension.
  init?(file: String) {
    guard let item = Catalog.formats.forFile(named: file) else { return nil }
    self.init(item)
  }
}

/// Format options that are also separate command-line options; `--format NAME:key=value` accepts all format
/// options.
struct FormatOptions: ParsableArguments {
  @Option(help: .option("png-compression")) var pngCompression: String?
  @Option(help: .option("quality")) var quality: String?
  @Flag(help: .option("lossless")) var lossless = false
  @Option(help: .option("chroma")) var chroma: String?
  @Option(help: .option("depth")) var depth: String?

  @Flag(
    help:
      "Fail if samples would be reduced to 8 bits or files of a folder skipped, instead of reporting it.")
  var strict = false

  func validate() throws {
    if quality != nil && lossless { throw ValidationError("give --quality or --lossless, not both") }
    for (key, value) in given { try Self.check(key, value) }
  }

  /// Throws if no format that has the option accepts the value.
  static func check(_ key: String, _ value: String) throws {
    var first: ParameterError?
    var words: [String] = []
    for item in Catalog.formats.items where item.parameters.contains(where: { $0.name == key }) {
      do throws(ParameterError) {
        _ = try item.make([(key, value)])
        return
      } catch {
        first = first ?? error
      }
      for case .word(let own) in item.parameters.filter({ $0.name == key }).map(\.kind) {
        words += own.filter { !words.contains($0) }
      }
    }
    guard let first else { return }
    throw ValidationError(
      words.isEmpty ? "--\(first)" : "--\(key) is '\(value)' but must be \(words.alternatives)")
  }

  /// The options on the command line, as options of a format.
  var given: [(key: String, value: String)] {
    let flags = [
      ("png-compression", pngCompression), ("quality", quality), ("lossless", lossless ? "true" : nil),
      // Formats for one depth only have no `auto`.
      ("chroma", chroma), ("depth", depth == EncodedDepth.auto.rawValue ? nil : depth),
    ]
    return flags.compactMap { key, value in value.map { (key, $0) } }
  }
}

extension ArgumentHelp {
  /// Makes the help text of an option from all formats that have the option.
  static func option(_ name: String) -> ArgumentHelp {
    let items = Catalog.formats.items.compactMap { item in
      item.parameters.first { $0.name == name }.map { (format: item.name, parameter: $0) }
    }
    guard let parameter = items.first?.parameter else { return "" }
    let formats = items.map(\.format).conjunction
    if parameter.kind == .word(["true", "false"]) { return "\(parameter.summary) For \(formats)." }
    // Lists the allowed words of all formats, since formats differ in their depths.
    var words: [String] = []
    for case (_, let parameter) in items {
      guard case .word(let own) = parameter.kind else { continue }
      words += own.filter { !words.contains($0) }
    }
    let kind = words.isEmpty ? parameter.kind : .word(words)
    return ArgumentHelp(
      "\(parameter.summary) For \(formats): \(kind). (default: \(parameter.defaultValue))",
      valueName: parameter.kind.isNumber ? "n" : "how")
  }
}

extension ParameterKind {
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .numbers: true
    case .word, .rectangle, .color, .picture, .file, .fileOrName, .points, .groups, .text, .length, .place:
      false
    }
  }
}
