import ArgumentParser
import Segue

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what can be chosen by name.")

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case transitions
    case filters
    case blends
    case maps
    case easings
    case formats
  }

  @Argument(help: "What to list; all where none is given.") var kind: Kind?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var shaderPath: ShaderPathOptions

  private struct Item: Encodable {
    let name: String
    let summary: String
    let parameters: [ParameterDescription]?
    /// Other names, where the formula comes from, and parameters that show what it does.
    var aliases: [String]?
    /// Names for it with some parameters set.
    var variants: [String: [String: String]]?
    var source: String?
    var example: String?

    /// Nil for a shader that is no transition.
    init?(_ choice: ShaderPathOptions.Choice) throws {
      switch choice {
      case .entry(let entry): self.init(entry)
      case .file(let name, let file):
        do {
          let shader = try Shader(contentsOf: file)
          guard shader.kind == .transition else { return nil }
          self.init(name: name, summary: shader.summary, parameters: shader.parameters)
        } catch is ShaderError {
          let hint = "Does not compile: 'segue explain \(file)' says why."
          self.init(name: name, summary: hint, parameters: [])
        }
      }
    }

    init(_ entry: CatalogItem<some Sendable>) {
      self.init(name: entry.name, summary: entry.summary, parameters: entry.parameters)
      aliases = entry.aliases.isEmpty ? nil : entry.aliases
      let named = entry.variants.map { ($0.key, Dictionary($0.value.map { ($0.key, $0.value) }) { $1 }) }
      variants = named.isEmpty ? nil : Dictionary(named) { $1 }
      source = entry.source
      example = entry.example
    }

    init(name: String, summary: String, parameters: [ParameterDescription]? = nil) {
      self.name = name
      self.summary = summary
      self.parameters = parameters
    }
  }

  func run() throws {
    let kinds = kind.map { [$0] } ?? Kind.allCases.filter { json || $0 != .blends }
    if json {
      let lists = Dictionary(uniqueKeysWithValues: try kinds.map { ($0.rawValue, try items($0)) })
      try put(kind == nil ? encodeJSON(lists) : encodeJSON(lists.values.first))
    } else {
      let sections = try kinds.flatMap(sections)
      let width = sections.flatMap(\.items).map(\.name.count).max() ?? 0
      let lists = sections.map { title, items in
        let lines = items.flatMap { item in
          let first =
            "  " + item.name + String(repeating: " ", count: width - item.name.count + 2) + item.summary
          guard let variants = item.variants else { return [first] }
          return [
            first, String(repeating: " ", count: width + 4) + variants.keys.sorted().joined(separator: ", "),
          ]
        }
        return ([title] + lines).joined(separator: "\n") + "\n"
      }
      try put(lists.joined(separator: "\n"))
    }
  }

  /// Gives the lists with their titles.
  ///
  /// A blend stands beside the filters, but is no name for `--filter`.
  private func sections(_ kind: Kind) throws -> [(title: String, items: [Item])] {
    guard kind == .filters else { return [(kind.rawValue.capitalized, try items(kind))] }
    return [
      ("Filters", Catalog.filters.items.map { Item($0) }), ("Blends", Catalog.blends.items.map { Item($0) }),
    ]
  }

  private func items(_ kind: Kind) throws -> [Item] {
    switch kind {
    case .transitions: try shaderPath.choices().compactMap { try Item($0) }
    case .filters: try sections(.filters).flatMap(\.items)
    case .blends: Catalog.blends.items.map { Item($0) }
    case .maps: Catalog.maps.items.map { Item($0) }
    case .easings:
      TimingCurve.named.map { Item(name: $0.name, summary: "\($0.curve.form)") }
        + TimingCurve.forms.map { Item(name: $0, summary: "With numbers of your own.") }
    case .formats: Catalog.formats.items.map { Item($0) }
    }
  }
}
