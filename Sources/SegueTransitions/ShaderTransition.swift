public import SegueRendering
public import SegueShaders

/// A transition written as a shader, after the GL Transition Specification, version 1.
///
///     if let ripple = ShaderTransition(try Shader(contentsOf: "ripple.glsl")) {
///       let renderer = try TransitionRenderer(from: from, to: to, ripple)
///     }
///
/// Each pixel of each frame is what the shader's `transition(uv)` gives, at the ends too. Every operation looks the same.
public struct ShaderTransition: Transition {
  /// What is run.
  public let shader: Shader
  private let blend: ShaderBlend

  /// Makes a transition of a shader of kind `transition`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind == .transition, let blend = ShaderBlend(shader) else { return nil }
    self.shader = shader
    self.blend = blend
  }

  /// Makes the chain that its frames are made of.
  public func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> blend }
}

extension CatalogItem<any Transition> {
  /// Enters a shader of kind `transition`, whose name, sentence and parameters these are; nil for others.
  public init?(_ shader: Shader) {
    guard let transition = ShaderTransition(shader) else { return nil }
    self.init(name: shader.name, summary: shader.summary, parameters: shader.parameters) {
      (assignments) throws(ParameterError) in
      // Parameters do not make another kind of it.
      ShaderTransition(try shader.with(assignments)) ?? transition
    }
  }
}
