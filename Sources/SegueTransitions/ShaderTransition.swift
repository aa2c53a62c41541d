public import SegueRendering
public import SegueShaders

/// A transition written as a shader, after the GL Transition Specification, version 1.
///
///     if let ripple = ShaderTransition(try Shader(contentsOf: "ripple.glsl")) {
///       let renderer = try TransitionRenderer(from: from, to: to, ripple)
///     }
///
/// Each pixel of each frame is computed by the shader's `transition(uv)`, also at the ends. It is the same
/// for all operations.
public struct ShaderTransition: Transition {
  /// The shader that is run.
  public let shader: Shader
  private let blend: ShaderBlend

  /// Makes a transition of a shader of kind `transition`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind == .transition, let blend = ShaderBlend(shader) else { return nil }
    self.shader = shader
    self.blend = blend
  }

  /// Makes the chain of its frames.
  public func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> blend }
}

extension CatalogItem<any Transition> {
  /// Makes an item of a shader of kind `transition`, with its name, sentence and parameters; nil for others.
  public init?(_ shader: Shader) {
    guard let transition = ShaderTransition(shader) else { return nil }
    self.init(name: shader.name, summary: shader.summary, parameters: shader.parameters) {
      (assignments) throws(ParameterError) in
      // Parameters do not change the kind.
      ShaderTransition(try shader.with(assignments)) ?? transition
    }
  }
}
