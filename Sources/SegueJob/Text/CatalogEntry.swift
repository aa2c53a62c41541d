import SegueFormats
package import SegueRendering
import SegueTransitions

/// A kind of catalog item.
package enum CatalogKind: String, CaseIterable, Sendable {
  case transitions
  case filters
  case blends
  case maps
  case easings
  case formats

  /// The entries of the kind, in the order of the catalog.
  package var entries: [CatalogEntry] {
    switch self {
    case .transitions: Catalog.transitions.items.map { CatalogEntry($0) }
    case .filters: Catalog.filters.items.map { CatalogEntry($0) }
    case .blends: Catalog.blends.items.map { CatalogEntry($0) }
    case .maps: Catalog.maps.items.map { CatalogEntry($0) }
    case .easings:
      (TimingCurve.named + TimingCurve.penner).map {
        CatalogEntry(name: $0.name, summary: "\($0.curve.form)")
      }
        + (TimingCurve.forms + ["steps(n,position)", "linear(number,…)"]).map {
          CatalogEntry(name: $0, summary: "With numbers of your own.")
        }
    case .formats: Catalog.formats.items.map { CatalogEntry($0) }
    }
  }

  /// The kinds of entries in the JSON list of this kind; the list of filters also has the blends.
  package var listed: [CatalogKind] { self == .filters ? [.filters, .blends] : [self] }
}

/// An item of the catalog, or a shader in a folder, as it is listed in JSON.
package struct CatalogEntry: Encodable {
  package let name: String
  package let summary: String
  package let parameters: [Parameter]?
  /// The group of related effects, such as Wipes; nil for other kinds.
  package var family: String?
  /// The aliases; nil for none.
  package var aliases: [String]?
  /// The preset parameters of each variant, by the variant's name.
  package var variants: [String: [String: String]]?
  /// The origin of the item's formula, such as a filter of another program; nil if unknown.
  package var source: String?
  /// Parameters that make the effect visible, as text; nil for none.
  package var example: String?
  /// For a shader in a folder: its file, its host, and its first error if it does not compile.
  package var file: String?
  package var host: String?
  package var error: String?

  package init(_ entry: CatalogItem<some Sendable>) {
    self.init(name: entry.name, summary: entry.summary, parameters: entry.parameters)
    family = entry.family.isEmpty ? nil : entry.family
    aliases = entry.aliases.isEmpty ? nil : entry.aliases
    let named = entry.variants.map { ($0.key, Dictionary($0.value.map { ($0.key, $0.value) }) { $1 }) }
    variants = named.isEmpty ? nil : Dictionary(named) { $1 }
    source = entry.source
    example = entry.example
  }

  package init(name: String, summary: String, parameters: [ParameterDescription]? = nil) {
    self.name = name
    self.summary = summary
    self.parameters = parameters?.map(Parameter.init)
  }

  /// A parameter as it is listed in JSON.
  package struct Parameter: Encodable {
    private let description: ParameterDescription

    init(_ description: ParameterDescription) { self.description = description }

    private enum Key: String, CodingKey {
      case name, defaultValue = "default", shownValue = "shown", minimum, maximum, words, unit, summary,
        required
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(description.name, forKey: .name)
      try container.encode(description.summary, forKey: .summary)
      try container.encodeIfPresent(description.shownValue, forKey: .shownValue)
      if description.isRequired { try container.encode(true, forKey: .required) }
      let defaultValue = description.defaultValue
      switch description.kind {
      case .number(let range):
        try container.encode(Double(defaultValue), forKey: .defaultValue)
        try container.encode(range.lowerBound, forKey: .minimum)
        try container.encode(range.upperBound, forKey: .maximum)
        try container.encode(description.unit, forKey: .unit)
      case .rectangle, .color, .picture, .file, .fileOrName, .points, .groups, .numbers, .text, .length,
        .place:
        try container.encode(defaultValue, forKey: .defaultValue)
      case .word(let words):
        try container.encode(defaultValue, forKey: .defaultValue)
        try container.encode(words, forKey: .words)
      }
    }
  }
}
