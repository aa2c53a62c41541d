package import SegueRendering

/// A chain in text form: filters and a blend in place of a transition.
package struct ChainDescription: Sendable {
  /// Filters on the first picture.
  package var from: [Specification]
  /// Filters on the second picture.
  package var to: [Specification]
  /// The blend of both; nil for `Chain.standardBlend`.
  package var blend: Specification?
  /// Filters on the result, or on a single picture.
  package var result: [Specification]

  /// Makes a description; by default the blend alone.
  package init(
    from: [Specification] = [], to: [Specification] = [], blend: Specification? = nil,
    result: [Specification] = []
  ) {
    (self.from, self.to, self.blend, self.result) = (from, to, blend, result)
  }

  /// Whether nothing is given.
  package var isEmpty: Bool { from.isEmpty && to.isEmpty && blend == nil && result.isEmpty }

  /// Makes the chain of two pictures, or of a single one.
  package func chain(ofOne isAlone: Bool = false, _ files: ChainFiles) throws -> Chain {
    var chain = try through(.from, from, files)
    if !isAlone {
      let second = try through(.to, to, files)
      let joint = try blend.map(files.blend) ?? files.blend(Chain.standardBlend)
      chain = .blend(chain, second, joint)
    }
    return try through(chain, result, files)
  }

  private func through(_ chain: Chain, _ filters: [Specification], _ files: ChainFiles) throws -> Chain {
    try filters.reduce(chain) { .filter($0, try files.filter($1)) }
  }
}
