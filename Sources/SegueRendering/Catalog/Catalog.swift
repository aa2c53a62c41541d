public import FoundationEssentials
import Synchronization

/// The named items of the library: `filters`, `blends`, `transitions` and `formats`.
///
///     let names = Catalog.filters.items.map(\.name)
///     let blocks = try Catalog.filters.make("pixellate", ["fraction": "0.02"])
public enum Catalog {}

/// The named items of one kind.
///
/// Registered items are found in storyboards, slideshows and all lists.
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
  /// The kind of the items, for messages: `filter`.
  public let kind: String
  private let state: Mutex<[CatalogItem<Made>]>

  package init(_ kind: String, _ items: [CatalogItem<Made>]) {
    self.kind = kind
    state = Mutex(items)
  }

  /// All items, the library's first.
  public var items: [CatalogItem<Made>] { state.withLock { $0 } }

  /// The variants of all items, as items.
  package var variants: [CatalogItem<Made>] { items.flatMap(\.variantItems) }

  /// Finds an item by its name or that of a variant.
  ///
  /// - Throws: `UnknownName`, with the nearest name.
  public func named(_ name: String) throws(UnknownName) -> CatalogItem<Made> {
    if let item = item(named: name) { return item }
    return try find(name, in: items, also: variants, kind: kind) { $0.name }
  }

  /// The item with a name; nil if none.
  func item(named name: String) -> CatalogItem<Made>? {
    let items = items
    // An item's own name precedes another item's alias.
    return items.first { $0.name == name } ?? items.first { $0.isNamed(name) }
  }

  /// Makes an item by its name, with parameters as text.
  ///
  ///     let wipe = try Catalog.transitions.make("wipe", ["angle": "90"])
  ///
  /// - Throws: `UnknownName` or `ParameterError`, with the known names or values.
  public func make(_ name: String, _ parameters: [String: String] = [:]) throws -> Made {
    try named(name).make(parameters.sorted { $0.key < $1.key })
  }

  /// Adds an item; replaces one of the same name.
  public func register(_ item: CatalogItem<Made>) {
    state.withLock { items in
      items.removeAll { $0.name == item.name }
      items.append(item)
    }
  }
}

/// An unknown name.
public struct UnknownName: Error, Hashable, LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop: the nearest name, or all names.
  public let description: String
  /// The kind of item that was looked up, such as `filter`.
  package let kind: String

  /// The description.
  public var errorDescription: String? { description }
}
