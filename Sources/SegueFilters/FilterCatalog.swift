public import SegueRendering
import SegueShaders

extension Catalog {
  /// The built-in filters, which are functions of one picture; each has a file in the folder of its family in
  /// `Filters`.
  public static let filters = CatalogSection<any Filter>("filter", filterItems)
  /// The built-in blends, which are functions of two pictures; each also has a file in `Filters`.
  public static let blends = CatalogSection<any Blend>("blend", blendItems)
}

extension CatalogItem<any Filter> {
  /// Makes a catalog item from a filter type.
  public init<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Makes a catalog item from a shader.
  init(_ text: ShaderText, also aliases: [String] = []) {
    self.init(text, aliases: aliases) { BuiltInEffect(shader: $0) }
  }

  /// Makes a catalog item from a shader that is a 3 × 3 convolution; `weights` returns the weights of a
  /// shader.
  init(
    _ text: ShaderText, also aliases: [String] = [], convolving weights: @escaping Convolution.Weights
  ) {
    self.init(text, aliases: aliases) { Convolution(shader: $0, weights: weights) }
  }
}

extension CatalogItem<any Blend> {
  /// Makes a catalog item from a blend type.
  public init<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Makes a catalog item from a shader.
  init(_ text: ShaderText, also aliases: [String] = []) {
    self.init(text, aliases: aliases) { BuiltInEffect(shader: $0) }
  }
}

/// A shader of the catalog, as a filter or a blend.
private struct BuiltInEffect: Filter, Blend {
  let shader: Shader

  func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [input], at: progress)
  }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress)
  }
}

extension CatalogSection<any Filter> {
  /// Registers a filter by its name; replaces a filter of the same name.
  public func register<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}

extension CatalogSection<any Blend> {
  /// Registers a blend by its name; replaces a blend of the same name.
  public func register<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
