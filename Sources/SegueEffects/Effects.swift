/// The filters, each as a type: `Filters.Sepia(intensity: 0.7)`.
///
/// A leading dot stands for the type, too:
///
///     let still = try photo.filtered(.gaussianBlur(sigma: 6), .sepia)
///     let moving = (.from, .to) --> Dissolve(mix: .progress) --> .pixellate(fraction: 0.1 * .progress)
///
/// Parameters of the same names are in `Catalog.filters`, which makes filters from text.
public enum Filters {}

/// The blends, each as a type: `Blends.Multiply()`.
///
///     let picture = try ((.picture(from), .picture(to)) --> .multiply).frame()
///
/// Parameters of the same names are in `Catalog.blends`, which makes blends from text.
public enum Blends {}
