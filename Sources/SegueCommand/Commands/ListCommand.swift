import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List transitions, filters and other names; KIND adds descriptions.")

  /// Returns a hint for messages: the command line that lists all names of a kind.
  static func hint(_ kind: String) -> String {
    "'segue list\(ListedKind(argument: kind).map { " \($0.rawValue)" } ?? "")' has all"
  }

  @Argument(help: "The kind of names to list. (default: all)") var kind: ListedKind?
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "Read no configuration file.") var noConfig = false
  @OptionGroup var shaderPath: ShaderPathOptions
  @OptionGroup var quiet: QuietOption

  func run() throws { try NameList(kind: kind, json: json, shaderPath: shaderPath.folders).show() }
}

/// The names that `segue list` prints.
struct NameList {
  /// The kind of names; nil for all kinds.
  let kind: ListedKind?
  let json: Bool
  let shaderPath: ShaderPath

  private typealias Item = CatalogEntry

  /// Makes the list for the words `list` and a kind; nil for other words.
  init?(_ words: CommandLineWords) {
    guard words.words.count == 2, words.words[0] == "list", let kind = ListedKind(argument: words.words[1])
    else { return nil }
    self.init(kind: kind)
  }

  init(kind: ListedKind?, json: Bool = false, shaderPath: ShaderPath = ShaderPath([])) {
    (self.kind, self.json, self.shaderPath) = (kind, json, shaderPath)
  }

  /// Describes a shader in a folder; also returns the kind under which it is listed.
  private static func shader(_ name: String, _ file: String) -> (kind: CatalogKind, item: Item) {
    func broken(_ summary: String, _ reason: String) -> (kind: CatalogKind, item: Item) {
      var item = Item(name: name, summary: "\(summary): \(reason)", parameters: [])
      (item.file, item.error) = (file, reason)
      return (.transitions, item)
    }
    do {
      let shader = try Shader(contentsOf: file)
      var item = Item(name: name, summary: shader.summary, parameters: shader.parameters)
      (item.file, item.host) = (file, shader.host)
      let kind: CatalogKind =
        switch shader.kind {
        case .transition: .transitions
        case .filter: .filters
        case .blend: .blends
        }
      return (kind, item)
    } catch let error as ShaderError {
      let first = error.diagnostics.first.map { "\($0.line):\($0.column): \($0.message)" } ?? "\(error)"
      return broken("Does not compile", first)
    } catch {
      // Removes the file's name from the message, since the item already contains the name.
      let text = "\(error)"
      let reason = text.hasPrefix(file) ? text.dropFirst(file.count).drop { "/: ".contains($0) } : text[...]
      return broken("Cannot be used", String(reason))
    }
  }

  /// Prints the names.
  func show() throws {
    let presets = Preset.all(ConfigFile.used)
    if kind == .presets { return try json ? putJSON(presets) : put(Self.text(presets)) }
    let kind = kind?.catalog
    let shaders = try shaderPath.files().map { Self.shader($0.name, $0.file) }
    func items(_ kind: CatalogKind) throws -> [Item] {
      try self.items(kind) + shaders.filter { $0.kind == kind }.map(\.item)
    }
    let kinds = kind.map { [$0] } ?? CatalogKind.allCases.filter { json || $0 != .blends }
    if json {
      let lists = Dictionary(
        uniqueKeysWithValues: try kinds.map { kind in
          (kind.rawValue, try kind.listed.flatMap { try items($0) })
        })
      guard kind == nil else { return try putJSON(lists.values.first) }
      try putJSON(Everything(lists: lists, presets: presets))
    } else {
      // Lists blends after filters, under a separate heading, since `--filter` does not accept blends.
      let sections = try kinds.flatMap { kind in
        try kind.listed.map { ($0.rawValue.capitalized, try items($0)) }
      }
      guard kind != nil else {
        let items = presets.map { Item(name: $0.name, summary: $0.summary) }
        return try put(Self.names(sections + [("Presets", items)]))
      }
      let width = sections.flatMap(\.1).map(\.name.count).max() ?? 0
      let lists = sections.map { title, items in
        let lines = items.flatMap { item in
          let host = item.host.map { " (\($0))" } ?? ""
          let first =
            "  " + item.name + String(repeating: " ", count: width - item.name.count + 2) + item.summary
            + host
          // Omits the aliases of other kinds, which only `segue explain` prints.
          let aliases = title == CatalogKind.transitions.rawValue.capitalized ? item.aliases ?? [] : []
          let names = aliases + (item.variants?.keys.sorted() ?? [])
          if names.isEmpty { return [first] }
          return [first, String(repeating: " ", count: width + 4) + names.joined(separator: ", ")]
        }
        return ([title] + lines).joined(separator: "\n") + "\n"
      }
      try put(lists.joined(separator: "\n"))
    }
  }

  /// The items of each kind, keyed by the kind's name, and the presets.
  private struct Everything: Encodable {
    let lists: [String: [Item]]
    let presets: [Preset]

    func encode(to encoder: any Encoder) throws {
      try lists.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(presets, forKey: .presets)
    }

    private enum Key: CodingKey { case presets }
  }

  /// Formats the presets, each with its options.
  private static func text(_ presets: [Preset]) -> String {
    let width = presets.map(\.name.count).max() ?? 0
    let lines = presets.flatMap { preset in
      [
        "  \(preset.name.padded(width))  \(preset.summary)",
        String(repeating: " ", count: width + 4) + preset.words.joined(separator: " "),
      ]
    }
    return (["Presets"] + lines).joined(separator: "\n") + "\n"
  }

  /// Formats the names of all kinds, wrapped at 80 columns.
  private static func names(_ sections: [(title: String, items: [Item])]) -> String {
    let lists = sections.map { title, items in
      var lines = ["\(title) (\(items.count))", " "]
      for (index, item) in items.enumerated() {
        let word = item.name + (index == items.count - 1 ? "" : ",")
        if lines[lines.count - 1].count + 1 + word.count > 80 { lines.append(" ") }
        lines[lines.count - 1] += " \(word)"
      }
      return lines.joined(separator: "\n") + "\n"
    }
    return lists.joined(separator: "\n")
      + "\n'segue list transitions' has a sentence for each, 'segue explain NAME' its parameters.\n"
  }

  /// Returns the built-in items of a kind, without transitions that a folder of shaders replaces.
  private func items(_ kind: CatalogKind) throws -> [Item] {
    guard kind == .transitions else { return kind.entries }
    return try shaderPath.choices().compactMap { choice in
      if case .entry(let entry) = choice { Item(entry) } else { nil }
    }
  }
}

/// An argument of `segue list`: a kind of names.
enum ListedKind: String, CaseIterable, ExpressibleByArgument {
  case transitions, filters, blends, maps, easings, formats, presets

  /// The kind of catalog items; nil for presets, which are not in the catalog.
  var catalog: CatalogKind? { CatalogKind(rawValue: rawValue) }

  /// Parses the name of a kind in plural or singular.
  init?(argument: String) {
    guard let kind = Self(rawValue: argument) ?? Self(rawValue: argument + "s") else { return nil }
    self = kind
  }
}
