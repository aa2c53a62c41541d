public import SegueRendering

extension Catalog {
  /// The filters: a picture from a picture; a new one is one file and one line here.
  public static let filters = CatalogSection<any Filter>("filter", [.init(Pixellate.self)])

  /// The blends: a picture from two; a new one is one file and one line here.
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
  /// Adds a filter of your own to what is found by name; one of the same name gives way to it.
  public func register<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}

extension CatalogSection<any Blend> {
  /// Adds a blend of your own to what is found by name; one of the same name gives way to it.
  public func register<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
