package import SegueRendering
package import SegueShaders

extension CatalogItem<any Transition> {
  /// Makes the catalog item of a built-in shader.
  ///
  /// With `isUndone`, `dismiss` and `pop` play the transition in reverse.
  init(
    _ text: ShaderText, also aliases: [String] = [], variants: CatalogVariants = [:],
    timing: Timing = Timing(),
    isUndone: Bool = false
  ) {
    self.init(text, aliases: aliases, variants: variants) {
      BuiltInTransition(shader: $0, timing: timing, isUndone: isUndone)
    }
  }
}

/// A shader transition that returns the input pictures at progress 0 and 1.
///
/// At these ends, the shader would compute the same premultiplied bytes, but without the pixels with straight
/// alpha that a picture may also have.
package struct BuiltInTransition: Transition, Blend {
  private let shader: Shader
  package let timing: Timing
  /// Whether `dismiss` and `pop` play the transition in reverse.
  package let isUndone: Bool
  private var isReturning = false

  /// Makes the transition of a shader.
  package init(shader: Shader, timing: Timing, isUndone: Bool) {
    (self.shader, self.timing, self.isUndone) = (shader, timing, isUndone)
  }

  package func chain(_ operation: TransitionOperation) -> Chain {
    var blend = self
    blend.isReturning = operation.isReturning
    return (.from, .to) --> blend
  }

  package func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    if progress <= 0 { return a }
    if progress >= 1 { return b }
    return isUndone && isReturning
      ? shader.rows(of: [b, a], at: 1 - progress) : shader.rows(of: [a, b], at: progress)
  }
}
