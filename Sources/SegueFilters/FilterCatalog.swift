public import SegueRendering

extension Catalog {
  /// Filters: a picture from a picture. A new one is one file and one line here.
  public static let filters = CatalogSection<any Filter>("filter", [.init(Pixellate.self)])

  /// Blends: a picture from two. A new one is one file and one line here.
  public static let blends = CatalogSection<any Blend>("blend", [.init(Dissolve.self)])
}

extension CatalogItem<any Filter> {
  /// Enters a type.
  public init<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogItem<any Blend> {
  /// Enters a type.
  public init<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any Filter> {
  /// Adds a filter of your own to what is found by name.
  public func register<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}

extension CatalogSection<any Blend> {
  /// Adds a blend of your own to what is found by name.
  public func register<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
