package import SegueRendering

/// Filters in text form, for both inputs and the output of a transition or of a blend.
package struct ChainDescription: Sendable {
  /// Filters on the first picture.
  package var from: [Specification]
  /// Filters on the second picture.
  package var to: [Specification]
  /// The blend that is used if there is no transition; nil for `Chain.standardBlend`.
  package var blend: Specification?
  /// Filters on the result of the transition or blend, or on a single picture.
  package var result: [Specification]

  /// Makes a description; without arguments the standard blend, without filters.
  package init(
    from: [Specification] = [], to: [Specification] = [], blend: Specification? = nil,
    result: [Specification] = []
  ) {
    (self.from, self.to, self.blend, self.result) = (from, to, blend, result)
  }

  /// Whether the description has neither filters nor a blend.
  package var isEmpty: Bool { from.isEmpty && to.isEmpty && blend == nil && result.isEmpty }

  /// Makes a transition with the filters applied: to the given transition, else to the blend, or to the first
  /// picture alone if `isAlone`.
  package func transition(
    around transition: (any Transition)? = nil, ofOne isAlone: Bool = false, _ files: ChainFiles
  ) throws -> any Transition {
    guard let transition else {
      let inner = ChainTransition(isAlone ? .from : .blend(.from, .to, try joint(files)))
      return try self.transition(around: inner, files)
    }
    if from.isEmpty && to.isEmpty && result.isEmpty { return transition }
    return FilteredTransition(
      transition, from: try from.map(files.filter), to: try to.map(files.filter),
      result: try result.map(files.filter))
  }

  private func joint(_ files: ChainFiles) throws -> any Blend {
    if let blend { try files.blend(blend) } else { try files.blend(Chain.standardBlend) }
  }
}
