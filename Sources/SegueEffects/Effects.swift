/// The filters, each as a type: `Filters.Sepia(intensity: 0.7)`.
///
/// Where a filter or blend is expected, a leading dot and a lowercase name are enough:
///
///     let still = try photo.filtered(.gaussianBlur(sigma: 6), .sepia)
///     let moving = (.from, .to) --> Dissolve(mix: .progress) --> .pixellate(fraction: 0.1 * .progress)
///
/// `Catalog.filters` makes filters from text, by parameters of the same names.
public enum Filters {}

/// The blends, each as a type: `Blends.Multiply()`.
///
///     let picture = try ((.picture(from), .picture(to)) --> .multiply).frame()
///
/// `Catalog.blends` makes blends from text, by parameters of the same names.
public enum Blends {}
