public import SegueRendering

/// A transition with filters on its first picture, on its second, and on the frames that are shown.
///
///     let blocks = FilteredTransition(
///       Transitions.SlideDown(), from: [Pixellate(fraction: 0.05 * .progress)], result: [Median()])
///     let renderer = try TransitionRenderer(from: from, to: to, blocks)
///
/// Filters follow the progress of the transition, at the ends too: a frame is the picture itself where they change nothing
/// there. A slideshow sends pictures that are held through them as well.
public struct FilteredTransition: Transition {
  /// The transition that the filters are around.
  public let transition: any Transition
  /// Filters on the first picture, in their order.
  public let from: [any Filter]
  /// Filters on the second picture.
  public let to: [any Filter]
  /// Filters on what the transition gives.
  public let result: [any Filter]

  /// Puts filters around a transition.
  public init(
    _ transition: any Transition, from: [any Filter] = [], to: [any Filter] = [], result: [any Filter] = []
  ) {
    (self.transition, self.from, self.to, self.result) = (transition, from, to, result)
  }

  /// How long the transition runs and how its progress follows the clock.
  public var timing: Timing { transition.timing }

  /// Makes the chain that its frames are made of.
  public func chain(_ operation: TransitionOperation) -> Chain {
    transition.chain(operation).replacing(from: Chain.from.through(from), to: Chain.to.through(to)).through(
      result)
  }

  /// The first picture before the transition begins, for progress 0.
  package var start: Chain { Chain.from.through(from).through(result) }
  /// The second picture when the transition is over, for progress 1.
  package var end: Chain { Chain.to.through(to).through(result) }

  /// Puts these filters around another transition.
  package func around(_ transition: any Transition) -> FilteredTransition {
    FilteredTransition(transition, from: from, to: to, result: result)
  }
}

extension Transition {
  /// Puts filters around the transition that are written as text, as `Chain` takes them.
  ///
  ///     let graded = try Transitions.SlideDown().filtered(result: ["vignette", "saturation:saturation=2*progress"])
  ///     let renderer = try TransitionRenderer(from: from, to: to, graded)
  ///
  /// - Parameters:
  ///   - from: Filters on the first picture, in their order.
  ///   - to: Filters on the second picture.
  ///   - result: Filters on what the transition gives.
  ///   - files: How shaders and pictures that are named are read.
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
  /// Sends the chain through filters that are made.
  fileprivate func through(_ filters: [any Filter]) -> Chain { filters.reduce(self) { .filter($0, $1) } }
}
