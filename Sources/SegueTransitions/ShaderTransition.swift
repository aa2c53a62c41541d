public import SegueFiles
import SeguePixels
public import SegueRendering
public import SegueShaders

/// A transition written as a shader, after the GL Transition Specification, version 1.
///
///     let ripple = try ShaderTransition(contentsOf: "ripple.glsl")
///     let renderer = try TransitionRenderer(from: from, to: to, ripple)
///
/// The shader's `transition(uv)` computes every pixel of every frame, including the frames at progress 0 and
/// 1. All operations, such as `push` and `pop`, have the same frames.
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

  /// Makes a transition of a shader in a file.
  ///
  ///     let ripple = try ShaderTransition(contentsOf: "ripple.glsl", [("speed", "30")])
  ///
  /// - Parameters:
  ///   - file: The GLSL file.
  ///   - values: The parameters that differ from their defaults, as text.
  /// - Throws: `FileError` if the file cannot be read; `ShaderError` if the shader does not compile;
  ///   `ParameterError` if a parameter is unknown or its value is invalid; `RenderError` if the shader is no
  ///   transition.
  public init(contentsOf file: some FileLocation, _ values: [(key: String, value: String)] = []) throws {
    let shader = try Shader(contentsOf: file)
    guard let transition = ShaderTransition(try shader.with(values)) else {
      throw RenderError.unrenderable("\(shader.name) is a \(shader.kind), not a transition")
    }
    self = transition
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
