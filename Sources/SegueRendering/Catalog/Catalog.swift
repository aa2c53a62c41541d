public import SegueErrors
import Synchronization

/// The registries of named items: `filters`, `blends`, `transitions`, `formats` and others.
///
///     let names = Catalog.filters.items.map(\.name)
///     let blocks = try Catalog.filters.make("pixellate", ["fraction": "0.02"])
public enum Catalog {}

/// A registry of the named items of one kind, such as filters.
///
/// Registered items are available in storyboards, slideshows and all lists.
///
///     struct Fade: Transition, SelfDescribing {
///       func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: .progress) }
///
///       static let name = "fade"
///       static let summary = "The first picture fades into the second."
///       static let parameters: [NamedParameter<Fade>] = []
///     }
///
///     Catalog.transitions.register(Fade.self)
public final class CatalogSection<Made: Sendable>: Sendable {
  /// The kind of the items, such as `filter`, for messages.
  public let kind: String
  private let state: Mutex<[CatalogItem<Made>]>
  private let otherNames: OtherNames?

  /// Rules that map names of other programs to items.
  package struct OtherNames: Sendable {
    /// The prefix, in lower case, of names from another program's collection, such as `gl_`.
    package let prefix: String
    /// Returns whether a name of an item, of an alias or of a variant is also a name in the collection.
    package let isOfCollection: @Sendable (CatalogItem<Made>, String) -> Bool
    /// Names of effects in other programs, each with the name of the matching item and its preset parameters.
    package let names: KeyValuePairs<String, (name: String, presets: KeyValuePairs<String, String>)>

    /// Makes the rules for a collection.
    package init(
      prefix: String, isOfCollection: @escaping @Sendable (CatalogItem<Made>, String) -> Bool,
      names: KeyValuePairs<String, (name: String, presets: KeyValuePairs<String, String>)>
    ) {
      (self.prefix, self.isOfCollection, self.names) = (prefix, isOfCollection, names)
    }
  }

  /// Makes a section; with `otherNames`, items are also found by names in any case and by names of other
  /// programs.
  package init(_ kind: String, _ items: [CatalogItem<Made>], otherNames: OtherNames? = nil) {
    self.kind = kind
    self.otherNames = otherNames
    state = Mutex(items)
  }

  /// All items: the built-in items, then the registered items.
  public var items: [CatalogItem<Made>] { state.withLock { $0 } }

  /// The variants of all items, as separate items.
  package var variants: [CatalogItem<Made>] { items.flatMap(\.variantItems) }

  /// Finds an item or variant by a text: its name, an alias or another program's name; nil if there is none.
  ///
  /// The order of precedence is: exact names, names in another case, names that follow the collection's
  /// prefix, other programs' names.
  package func meaning(of text: String) -> CatalogItem<Made>? {
    if let item = item(named: text) { return item }
    let items = items
    func variant(_ isName: (CatalogItem<Made>, String) -> Bool) -> CatalogItem<Made>? {
      for item in items {
        if let found = item.variants.first(where: { isName(item, $0.key) }) {
          return item.variant(found.key, found.value)
        }
      }
      return nil
    }
    if let found = variant({ $1 == text }) { return found }
    guard let otherNames else { return nil }
    func inAnyCase(_ word: String, _ isAllowed: (CatalogItem<Made>, String) -> Bool = { _, _ in true })
      -> CatalogItem<Made>?
    {
      func isName(_ item: CatalogItem<Made>, _ name: String) -> Bool {
        name.lowercased() == word && isAllowed(item, name)
      }
      return items.first { isName($0, $0.name) }
        ?? items.first { item in item.aliases.contains { isName(item, $0) } } ?? variant(isName)
    }
    let word = text.lowercased()
    if let found = inAnyCase(word) { return found }
    if word.hasPrefix(otherNames.prefix),
      let found = inAnyCase(String(word.dropFirst(otherNames.prefix.count)), otherNames.isOfCollection)
    {
      return found
    }
    return otherNames.names.first { $0.key.lowercased() == word }.flatMap { name, other in
      items.first { $0.name == other.name }?.variant(name, other.presets)
    }
  }

  /// Finds an item by its name, by an alias, or by the name of a variant.
  ///
  /// - Throws: `UnknownName`, with a suggestion.
  public func named(_ name: String) throws(UnknownName) -> CatalogItem<Made> {
    if let item = meaning(of: name) { return item }
    return try find(name, in: items, also: variants, kind: kind) { $0.name }
  }

  /// Returns the item whose name or alias equals `name`; nil if there is none.
  func item(named name: String) -> CatalogItem<Made>? {
    let items = items
    // An item's own name has precedence over another item's alias.
    return items.first { $0.name == name } ?? items.first { $0.isNamed(name) }
  }

  /// Makes an item by name, with parameters as text.
  ///
  ///     let wipe = try Catalog.transitions.make("wipe", ["angle": "90"])
  ///
  /// - Throws: `UnknownName` or `ParameterError`, with a suggestion or the allowed values.
  public func make(_ name: String, _ parameters: [String: String] = [:]) throws -> Made {
    try named(name).make(parameters.sorted { $0.key < $1.key })
  }

  /// Registers an item, or replaces the item with the same name.
  public func register(_ item: CatalogItem<Made>) {
    state.withLock { items in
      items.removeAll { $0.name == item.name }
      items.append(item)
    }
  }
}

/// The error for a name that no item has.
public struct UnknownName: SegueError, Hashable {
  /// The message: one sentence without a full stop, with a similar name or a list of names.
  public let message: String
  /// The kind of item that was looked up, such as `filter`.
  package let kind: String
  /// The unknown name.
  package let name: String

  /// The code `name.unknown`.
  public var code: ErrorCode { .nameUnknown }
}
