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

  package init(_ kind: String, _ items: [CatalogItem<Made>]) {
    self.kind = kind
    state = Mutex(items)
  }

  /// All items: those of the library, then registered ones.
  public var items: [CatalogItem<Made>] { state.withLock { $0 } }

  /// The variants of all items, each as an item of its own.
  package var variants: [CatalogItem<Made>] { items.flatMap(\.variantItems) }

  /// Finds an item by its name, by an alias, or by the name of a variant.
  ///
  /// - Throws: `UnknownName`, with a suggestion.
  public func named(_ name: String) throws(UnknownName) -> CatalogItem<Made> {
    if let item = item(named: name) { return item }
    return try find(name, in: items, also: variants, kind: kind) { $0.name }
  }

  /// The item with a name or an alias; nil if there is none.
  func item(named name: String) -> CatalogItem<Made>? {
    let items = items
    // An item's own name precedes another item's alias.
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

  /// Registers an item; replaces an existing one of that name.
  public func register(_ item: CatalogItem<Made>) {
    state.withLock { items in
      items.removeAll { $0.name == item.name }
      items.append(item)
    }
  }
}

/// The error for a name that no item has.
public struct UnknownName: SegueError, Hashable {
  /// One sentence without a full stop, with a similar name or a list of names.
  public let message: String
  /// The kind of item that was looked up, such as `filter`.
  package let kind: String

  /// The code `name.unknown`.
  public var code: ErrorCode { .nameUnknown }
}
