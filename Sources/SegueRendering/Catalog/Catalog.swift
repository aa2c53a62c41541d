public import FoundationEssentials
import Synchronization

/// Everything that can be chosen by name: `filters`, `blends`, `transitions` and `formats`.
///
///     let names = Catalog.filters.items.map(\.name)
///     let blocks = try Catalog.filters.make("pixellate", ["fraction": "0.02"])
public enum Catalog {}

/// One kind of thing that can be chosen by name.
///
/// What is registered is found wherever names are looked up: by storyboards, slideshows and every list.
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
  /// What an item is called in messages: `filter`.
  public let kind: String
  private let state: Mutex<[CatalogItem<Made>]>

  package init(_ kind: String, _ items: [CatalogItem<Made>]) {
    self.kind = kind
    state = Mutex(items)
  }

  /// All items, those of the library first.
  public var items: [CatalogItem<Made>] { state.withLock { $0 } }

  /// The variants of all items, as items of their own.
  package var variants: [CatalogItem<Made>] { items.flatMap(\.variantItems) }

  /// The item of a name, which may be that of a variant.
  ///
  /// - Throws: `UnknownName`, with the nearest name there is.
  public func named(_ name: String) throws(UnknownName) -> CatalogItem<Made> {
    if let item = item(named: name) { return item }
    return try find(name, in: items, also: variants, kind: kind) { $0.name }
  }

  /// The item of a name; nil where there is none.
  func item(named name: String) -> CatalogItem<Made>? {
    let items = items
    // A name of one's own comes before another name of something else.
    return items.first { $0.name == name } ?? items.first { $0.isNamed(name) }
  }

  /// Makes an item by its name, some parameters set by name, as text.
  ///
  ///     let wipe = try Catalog.transitions.make("wipe", ["angle": "90"])
  ///
  /// - Throws: `UnknownName` or `ParameterError`, each with what there is instead.
  public func make(_ name: String, _ parameters: [String: String] = [:]) throws -> Made {
    try named(name).make(parameters.sorted { $0.key < $1.key })
  }

  /// Adds an item; one of the same name gives way to it.
  public func register(_ item: CatalogItem<Made>) {
    state.withLock { items in
      items.removeAll { $0.name == item.name }
      items.append(item)
    }
  }
}

/// A name that nothing has.
public struct UnknownName: Error, Hashable, LocalizedError, CustomStringConvertible {
  /// One sentence without a full stop: the nearest name there is, or all of them.
  public let description: String
  /// The kind of thing that it would be the name of, such as `filter`.
  package let kind: String

  /// The description.
  public var errorDescription: String? { description }
}
