public import SegueRendering

/// A transition with filters on its first picture, on its second picture, and on its frames.
///
///     let blocks = FilteredTransition(
///       Transitions.SlideDown(), from: [Pixellate(fraction: 0.05 * .progress)], result: [Median()])
///     let renderer = try TransitionRenderer(from: from, to: to, blocks)
///
/// Filters follow the progress of the transition. At the ends a frame is the picture itself if the filters
/// change nothing. A slideshow applies the filters to held pictures, too.
public struct FilteredTransition: Transition {
  /// The transition between the filtered pictures.
  public let transition: any Transition
  /// Filters on the first picture, in their order.
  public let from: [any Filter]
  /// Filters on the second picture.
  public let to: [any Filter]
  /// Filters on the frames of the transition.
  public let result: [any Filter]

  /// Puts filters around a transition.
  public init(
    _ transition: any Transition, from: [any Filter] = [], to: [any Filter] = [], result: [any Filter] = []
  ) {
    (self.transition, self.from, self.to, self.result) = (transition, from, to, result)
  }

  /// The timing of the transition.
  public var timing: Timing { transition.timing }

  /// Makes the chain of the frames, filters included.
  public func chain(_ operation: TransitionOperation) -> Chain {
    transition.chain(operation).replacing(from: Chain.from.through(from), to: Chain.to.through(to)).through(
      result)
  }

  /// The chain of the filtered first picture, for progress 0.
  package var start: Chain { Chain.from.through(from).through(result) }
  /// The chain of the filtered second picture, for progress 1.
  package var end: Chain { Chain.to.through(to).through(result) }

  /// Puts these filters around another transition.
  package func around(_ transition: any Transition) -> FilteredTransition {
    FilteredTransition(transition, from: from, to: to, result: result)
  }
}

extension Transition {
  /// Puts filters around the transition, given in the text form of `Chain`.
  ///
  ///     let graded = try Transitions.SlideDown().filtered(result: ["vignette", "saturation:saturation=2*progress"])
  ///     let renderer = try TransitionRenderer(from: from, to: to, graded)
  ///
  /// - Parameters:
  ///   - from: Filters on the first picture, in their order.
  ///   - to: Filters on the second picture.
  ///   - result: Filters on the frames of the transition.
  ///   - files: Readers for shaders and pictures.
  /// - Returns: The transition with filters around it.
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
