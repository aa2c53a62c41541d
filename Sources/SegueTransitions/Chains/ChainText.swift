public import SegueRendering

/// Chains written as text, as the command and storyboards have them.
///
/// A filter or a blend is `NAME[:key=value,…]`: a name of `Catalog.filters` or `Catalog.blends`, or the file of a shader,
/// which ends in `.glsl` or `.frag`. A number may be a `ProgressExpression`, each component of a vector one of its own:
/// `center=0.5,progress`. It is computed for every frame, and kept within what the parameter takes. A picture is the
/// name of a file.
extension Chain {
  /// Makes the chain of a transition: filters on each of the two pictures, a blend, and filters on the result.
  ///
  ///     let chain = try Chain(
  ///       from: ["pixellate:fraction=0.1*progress"], to: ["pixellate:fraction=0.1*(1-progress)"],
  ///       result: ["saturation:saturation=abs(2*progress-1)"])
  ///     let half = try chain.frame(from: from, to: to, at: 0.5)
  ///
  /// - Parameters:
  ///   - from: Filters on the first picture, in their order.
  ///   - to: Filters on the second picture.
  ///   - blend: What joins them.
  ///   - result: Filters on what the blend gives.
  ///   - files: How shaders and pictures that are named are read.
  /// - Throws: `UnknownName`, `ParameterError` where a parameter is unknown, or its value is not in its range at progress 0,
  ///   ¼, ½, ¾ or 1, `ExpressionError`, and what `files` throws.
  public init(
    from: [String] = [], to: [String] = [], blend: String = Chain.standardBlend, result: [String] = [],
    files: ChainFiles = ChainFiles()
  ) throws {
    let joined = try Chain.from.through(from, files: files).blended(
      with: Chain.to.through(to, files: files), by: blend, files: files)
    self = try joined.through(result, files: files)
  }

  /// What joins two pictures where nothing else is said.
  public static let standardBlend = "dissolve:mix=progress"

  /// Sends the chain through filters.
  ///
  ///     let warm = try Chain.from.through("pixellate:fraction=0.05*progress", "saturation:saturation=1.5")
  ///     let frames = try ChainFrames(warm, from: photo)
  ///
  /// - Throws: as `init(from:to:blend:result:files:)` does.
  public func through(_ filters: String..., files: ChainFiles = ChainFiles()) throws -> Chain {
    try through(filters, files: files)
  }

  /// Sends the chain through filters of a list.
  ///
  /// - Throws: as `init(from:to:blend:result:files:)` does.
  public func through(_ filters: [String], files: ChainFiles = ChainFiles()) throws -> Chain {
    try filters.reduce(self) { .filter($0, try files.filter($1)) }
  }

  /// Joins the chain with another.
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
