/// Everything that can be chosen by name. A new filter is one file and one line here.
///
///     let names = Catalogue.filters.map { $0.name }
public enum Catalogue {
  /// Filters: a picture from a picture.
  public static let filters: [any (Filter & Described).Type] = [Pixellate.self]

  /// Blends: a picture from two.
  public static let blends: [any (Blend & Described).Type] = [Dissolve.self]
}
