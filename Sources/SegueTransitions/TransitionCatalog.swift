public import SegueRendering

extension Catalog {
  /// The built-in transitions: one file each in the folder `Transitions`, grouped by family.
  ///
  /// Names are found in any case, such as `WIPE`, and names of gl-transitions also with the prefix `gl_`.
  public static let transitions = CatalogSection<any Transition>(
    "transition", transitionItems, otherNames: .ofTransitions)
}

extension CatalogItem<any Transition> {
  /// Makes an item of a transition type.
  public init<Kind: Transition & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }
}

extension CatalogSection<any Transition> {
  /// Registers a transition by name, for storyboards, slideshows and lookups; replaces a transition with the
  /// same name.
  public func register<Kind: Transition & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
