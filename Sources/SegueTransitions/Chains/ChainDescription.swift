package import SegueRendering

/// Filters around a transition, or around a blend in its place, as text has them.
package struct ChainDescription: Sendable {
  /// Filters on the first picture.
  package var from: [Specification]
  /// Filters on the second picture.
  package var to: [Specification]
  /// What joins the two where no transition does; nil: `Chain.standardBlend`.
  package var blend: Specification?
  /// Filters on the result, or on a picture alone.
  package var result: [Specification]

  /// Describes a chain; without anything said, the blend alone.
  package init(
    from: [Specification] = [], to: [Specification] = [], blend: Specification? = nil,
    result: [Specification] = []
  ) {
    (self.from, self.to, self.blend, self.result) = (from, to, blend, result)
  }

  /// Whether nothing is said.
  package var isEmpty: Bool { from.isEmpty && to.isEmpty && blend == nil && result.isEmpty }

  /// Makes a transition: the filters around another one, or around the blend; of one picture alone, on it.
  package func transition(
    around transition: (any Transition)? = nil, ofOne isAlone: Bool = false, _ files: ChainFiles
  ) throws -> any Transition {
    let inner = try transition ?? ChainTransition(isAlone ? .from : .blend(.from, .to, joint(files)))
    if from.isEmpty && to.isEmpty && result.isEmpty { return inner }
    return FilteredTransition(
      inner, from: try from.map(files.filter), to: try to.map(files.filter),
      result: try result.map(files.filter))
  }

  private func joint(_ files: ChainFiles) throws -> any Blend {
    try blend.map(files.blend) ?? files.blend(Chain.standardBlend)
  }
}
