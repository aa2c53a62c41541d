package import SeguePixels
public import SegueRendering

/// A shader as a filter: an effect, or a fragment shader that reads one picture.
///
///     if let sepia = ShaderFilter(try Shader(contentsOf: "sepia.frag")) {
///       let picture = try (photo --> sepia).frame()
///     }
public struct ShaderFilter: Filter {
  /// The shader that computes the frames.
  public let shader: Shader

  /// Makes a filter of a shader of kind `filter`; nil for shaders of another kind.
  public init?(_ shader: Shader) {
    guard shader.kind == .filter else { return nil }
    self.shader = shader
  }

  /// Makes the filtered rows of a frame; the shader's time in seconds equals the progress.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [input], at: progress)
  }
}

/// A shader as a blend: a transition at the frame's progress, a blend, or a fragment shader that reads two
/// pictures.
///
///     if let ripple = ShaderBlend(try Shader(contentsOf: "ripple.glsl")) {
///       let half = try ((.from, .to) --> ripple).frame(from: from, to: to, at: 0.5)
///     }
public struct ShaderBlend: Blend {
  /// The shader that computes the frames.
  public let shader: Shader

  /// Makes a blend of a shader of kind `transition` or `blend`; nil for shaders of another kind.
  public init?(_ shader: Shader) {
    guard shader.kind != .filter else { return nil }
    self.shader = shader
  }

  /// Makes the blended rows of a frame; the shader's time in seconds equals the progress.
  public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    shader.rows(of: [a, b], at: progress)
  }
}

extension ShaderFilter: TimedFilter, ShaderEffect {
  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    try shader.rows(of: input)
  }
}

extension ShaderBlend: TimedBlend, ShaderEffect {
  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    try shader.rows(of: input)
  }
}

extension CatalogItem<any Filter> {
  /// Makes an item of a shader of kind `filter`, with the shader's name, summary and parameters; nil for
  /// shaders of another kind.
  ///
  ///     if let item = CatalogItem(filter: try Shader(contentsOf: "sepia.frag")) {
  ///       Catalog.filters.register(item)
  ///     }
  public init?(filter shader: Shader) {
    guard let filter = ShaderFilter(shader) else { return nil }
    self.init(
      name: shader.name, summary: shader.summary, parameters: shader.parameters, source: shader.source
    ) {
      (assignments) throws(ParameterError) in
      // Setting parameters does not change the kind of a shader.
      ShaderFilter(try shader.with(assignments)) ?? filter
    }
  }
}

extension CatalogItem<any Blend> {
  /// Makes an item of a shader of kind `transition` or `blend`, with the shader's name, summary and
  /// parameters; nil for shaders of another kind.
  public init?(blend shader: Shader) {
    guard let blend = ShaderBlend(shader) else { return nil }
    self.init(
      name: shader.name, summary: shader.summary, parameters: shader.parameters, source: shader.source
    ) {
      (assignments) throws(ParameterError) in
      ShaderBlend(try shader.with(assignments)) ?? blend
    }
  }
}
