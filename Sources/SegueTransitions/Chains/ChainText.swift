public import SegueRendering

/// Chains in text form, as in the command line and in storyboards.
///
/// A filter or a blend is `NAME[:key=value,…]`. The name is a name in `Catalog.filters` or `Catalog.blends`,
/// or the path of a shader, such as a `.glsl` file. A number, or a component of a vector, may be a
/// `ProgressExpression`: `center=0.5,progress`. Expressions are evaluated for each frame and clamped to the
/// parameter's range. The value of a picture parameter is a file name.
extension Chain {
  /// Makes the chain of a transition: filters on each of the two pictures, a blend, and filters on the
  /// result.
  ///
  ///     let chain = try Chain(
  ///       from: ["pixellate:fraction=0.1*progress"], to: ["pixellate:fraction=0.1*(1-progress)"],
  ///       result: ["saturation:saturation=abs(2*progress-1)"])
  ///     let half = try chain.frame(from: from, to: to, at: 0.5)
  ///
  /// - Parameters:
  ///   - from: Filters on the first picture, in their order.
  ///   - to: Filters on the second picture.
  ///   - blend: The blend of the two filtered pictures.
  ///   - result: Filters on the result of the blend.
  ///   - files: Readers for shaders and pictures.
  /// - Throws: `UnknownName`; `ParameterError` if a parameter is unknown, or if its value is out of range at
  ///   progress 0, ¼, ½, ¾ or 1; `ExpressionError`; and the errors of `files`.
  public init(
    from: [String] = [], to: [String] = [], blend: String = Chain.standardBlend, result: [String] = [],
    files: ChainFiles = ChainFiles()
  ) throws {
    let joined = try Chain.from.through(from, files: files).blended(
      with: Chain.to.through(to, files: files), by: blend, files: files)
    self = try joined.through(result, files: files)
  }

  /// The default blend of two pictures.
  public static let standardBlend = "dissolve:mix=progress"

  /// Appends filters to the chain.
  ///
  ///     let warm = try Chain.from.through("pixellate:fraction=0.05*progress", "saturation:saturation=1.5")
  ///     let frames = try ChainFrames(warm, from: photo)
  ///
  /// - Throws: as `init(from:to:blend:result:files:)` does.
  public func through(_ filters: String..., files: ChainFiles = ChainFiles()) throws -> Chain {
    try through(filters, files: files)
  }

  /// Appends a list of filters to the chain.
  ///
  /// - Throws: as `init(from:to:blend:result:files:)` does.
  public func through(_ filters: [String], files: ChainFiles = ChainFiles()) throws -> Chain {
    try filters.reduce(self) { .filter($0, try files.filter($1)) }
  }

  /// Blends the chain with another chain.
  ///
  ///     let chain = try (photo --> Pixellate()).blended(with: .from, by: "dissolve:mix=0.3")
  ///
  /// - Throws: as `init(from:to:blend:result:files:)` does.
  public func blended(
    with other: Chain, by blend: String, files: ChainFiles = ChainFiles()
  ) throws -> Chain {
    .blend(self, other, try files.blend(blend))
  }
}
