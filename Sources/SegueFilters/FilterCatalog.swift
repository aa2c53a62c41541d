public import SegueRendering
import SegueShaders

extension Catalog {
  /// The filters: a picture from a picture; a new one is one file and one line here, those with a
  /// source are shaders.
  public static let filters = CatalogSection<any Filter>(
    "filter",
    [
      .init(Pixellate.self),
      .init(GaussianBlur.self), .init(BoxBlur.self), .init(Median.self),
      .init(Dilation.self), .init(Erosion.self), .init(Opening.self), .init(Closing.self),
      .init(RGBDilation.self), .init(RGBErosion.self), .init(RGBOpening.self), .init(RGBClosing.self),
      .init("saturation", PackageResources.saturation_glsl),
    ])

  /// The blends: a picture from two; a new one is one file and one line here, those with a
  /// source are shaders.
  public static let blends = CatalogSection<any Blend>("blend", [.init(Dissolve.self)])
}

extension CatalogItem<any Filter> {
  /// Enters a type.
  public init<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Enters an effect of Shaders/.
  init(_ name: String, _ source: [UInt8], also aliases: String...) {
    self.init(BuiltInShader(name, source), name: name, aliases: aliases) { BuiltInEffect(shader: $0) }
  }
}

extension CatalogItem<any Blend> {
  /// Enters a type.
  public init<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { self.init(type) { $0 } }

  /// Enters a blend of Shaders/.
  init(_ name: String, _ source: [UInt8], also aliases: String...) {
    self.init(BuiltInShader(name, source), name: name, aliases: aliases) { BuiltInEffect(shader: $0) }
  }
}

extension Double {
  /// The nearest number of a range; its lower end for what is no number.
  func within(_ range: ClosedRange<Double>) -> Double {
    self > range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}

/// A shader of the catalog.
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
  /// Adds a filter of your own to what is found by name; one of the same name gives way to it.
  public func register<Kind: Filter & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}

extension CatalogSection<any Blend> {
  /// Adds a blend of your own to what is found by name; one of the same name gives way to it.
  public func register<Kind: Blend & SelfDescribing>(_ type: Kind.Type) { register(CatalogItem(type)) }
}
