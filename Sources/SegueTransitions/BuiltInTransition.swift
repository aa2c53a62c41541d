import SegueRendering
import SegueShaders

extension CatalogItem<any Transition> {
  /// Enters a shader of Shaders/.
  init(_ name: String, _ source: [UInt8], variants: CatalogVariants = [:]) {
    self.init(BuiltInShader(name, source), name: name, variants: variants) { BuiltInTransition(shader: $0) }
  }
}

/// A shader between the pictures, and the pictures themselves at both ends.
///
/// The shaders of the catalog end in the same bytes; this way straight alpha survives as well.
private struct BuiltInTransition: Transition, Blend {
  let shader: Shader

  func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> self }

  func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress <= 0 { return a }
    if progress >= 1 { return b }
    return shader.rows(of: [a, b], at: progress)
  }
}
