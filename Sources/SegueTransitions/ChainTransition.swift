public import SegueRendering

/// A chain as a transition; its frames are those of the chain, also at the ends.
///
///     let soft = ChainTransition(try Chain(from: ["pixellate:fraction=0.05*progress"]))
///     let renderer = try TransitionRenderer(from: from, to: to, soft)
///
/// It is the same for all operations.
public struct ChainTransition: Transition {
  /// The chain of its frames.
  public let chain: Chain
  /// The default timing.
  public let timing: Timing

  /// Makes a transition of a chain; the default is a second of linear progress.
  public init(_ chain: Chain, timing: Timing = Timing()) {
    self.chain = chain
    self.timing = timing
  }

  /// Returns the chain of its frames.
  public func chain(_ operation: TransitionOperation) -> Chain { chain }
}
