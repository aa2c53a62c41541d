public import SegueRendering

/// A shader as a filter: an effect, or a fragment shader that reads one picture.
///
///     if let sepia = ShaderFilter(try Shader(contentsOf: "sepia.frag")) {
///       let picture = try (photo --> sepia).frame()
///     }
public struct ShaderFilter: Filter {
  /// What is run.
  public let shader: Shader

  /// Makes a filter of a shader of kind `filter`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind == .filter else { return nil }
    self.shader = shader
  }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [input], at: progress)
  }
}

/// A shader as a blend: a transition at the frame's progress, a blend, or a fragment shader that reads two pictures.
///
///     if let ripple = ShaderBlend(try Shader(contentsOf: "ripple.glsl")) {
///       let half = try ((.from, .to) --> ripple).frame(from: from, to: to, at: 0.5)
///     }
public struct ShaderBlend: Blend {
  /// What is run.
  public let shader: Shader

  /// Makes a blend of a shader of kind `transition` or `blend`; nil for others.
  public init?(_ shader: Shader) {
    guard shader.kind != .filter else { return nil }
    self.shader = shader
  }

  /// Makes the blended rows of a frame.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress)
  }
}
