public import SegueRendering

/// A transition with filters on both pictures and on its frames.
///
///     let blocks = FilteredTransition(
///       Transitions.SlideDown(), from: [Pixellate(fraction: 0.05 * .progress)], result: [Median()])
///     let renderer = try TransitionRenderer(from: from, to: to, blocks)
///
/// Filters follow the progress of the transition. The frames at progress 0 and 1 equal the pictures only if
/// the filters change nothing at these two values. A slideshow also applies the filters to pictures that are
/// shown between transitions.
public struct FilteredTransition: Transition {
  /// The transition between the filtered pictures.
  public let transition: any Transition
  /// Filters on the first picture, in their order.
  public let from: [any Filter]
  /// Filters on the second picture.
  public let to: [any Filter]
  /// Filters on the frames of the transition.
  public let result: [any Filter]

  /// Applies filters to a transition.
  public init(
    _ transition: any Transition, from: [any Filter] = [], to: [any Filter] = [], result: [any Filter] = []
  ) {
    (self.transition, self.from, self.to, self.result) = (transition, from, to, result)
  }

  /// The timing of the transition.
  public var timing: Timing { transition.timing }

  /// Makes the chain of the transition with its filters.
  public func chain(_ operation: TransitionOperation) -> Chain {
    transition.chain(operation).replacing(from: Chain.from.through(from), to: Chain.to.through(to)).through(
      result)
  }
}

extension Transition {
  /// Returns the chain for the first picture while it is held before the transition or, if `isEnd`, for the
  /// second picture held after the transition; nil if the transition has no filters.
  ///
  /// The chain applies the filters of this picture, then the filters of frames.
  package func held(atEnd isEnd: Bool) -> Chain? {
    guard let filtered = self as? FilteredTransition else { return nil }
    let chain = isEnd ? Chain.to.through(filtered.to) : Chain.from.through(filtered.from)
    return chain.through(filtered.result)
  }

  /// Returns the result of `replacement` with the filters of this transition; `replacement` gets the
  /// transition without filters.
  package func replacing<Failure>(
    _ replacement: (any Transition) throws(Failure) -> any Transition
  ) throws(Failure) -> any Transition {
    guard let filtered = self as? FilteredTransition else { return try replacement(self) }
    return FilteredTransition(
      try filtered.transition.replacing(replacement), from: filtered.from, to: filtered.to,
      result: filtered.result)
  }

  /// Applies filters, given in the text form of `Chain`, to the transition.
  ///
  ///     let graded = try Transitions.SlideDown().filtered(result: ["vignette", "saturation:saturation=2*progress"])
  ///     let renderer = try TransitionRenderer(from: from, to: to, graded)
  ///
  /// - Parameters:
  ///   - from: Filters on the first picture, in their order.
  ///   - to: Filters on the second picture.
  ///   - result: Filters on the frames of the transition.
  ///   - files: Readers for shaders and pictures.
  /// - Returns: The transition with the filters.
  /// - Throws: As `Chain(from:to:blend:result:files:)` does.
  public func filtered(
    from: [String] = [], to: [String] = [], result: [String] = [], files: ChainFiles = ChainFiles()
  ) throws -> FilteredTransition {
    FilteredTransition(
      self, from: try from.map(files.filter), to: try to.map(files.filter),
      result: try result.map(files.filter))
  }
}

extension Chain {
  /// Appends filters to the end of the chain, in their order.
  fileprivate func through(_ filters: [any Filter]) -> Chain { filters.reduce(self) { .filter($0, $1) } }
}
