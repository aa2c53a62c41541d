public import SegueRendering
public import SegueShaders

/// A transition written as a shader, after the GL Transition Specification, version 1.
///
///     if let ripple = ShaderTransition(try Shader(contentsOf: "ripple.glsl")) {
///       let renderer = try TransitionRenderer(from: from, to: to, ripple)
///     }
///
/// The shader's `transition(uv)` computes every pixel of every frame, also at progress 0 and 1. All
/// operations, such as `push` and `pop`, have the same frames.
public struct ShaderTransition: Transition {
  /// The shader that computes the frames.
  public let shader: Shader
  private let blend: ShaderBlend

  /// Makes a transition of a shader of kind `transition`; nil for a shader of another kind.
  public init?(_ shader: Shader) {
    guard shader.kind == .transition, let blend = ShaderBlend(shader) else { return nil }
    self.shader = shader
    self.blend = blend
  }

  /// Makes the chain that runs the shader on both pictures.
  public func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> blend }
}

extension CatalogItem<any Transition> {
  /// Makes an item of a shader of kind `transition`, with the shader's name, summary and parameters; nil for
  /// a shader of another kind.
  public init?(_ shader: Shader) {
    guard let transition = ShaderTransition(shader) else { return nil }
    self.init(name: shader.name, summary: shader.summary, parameters: shader.parameters) {
      (assignments) throws(ParameterError) in
      // Setting parameters does not change the kind of a shader.
      ShaderTransition(try shader.with(assignments)) ?? transition
    }
  }
}
