public import SegueRendering

/// A chain as a transition: its frames are what the chain gives, at the ends too.
///
///     let soft = ChainTransition(try Chain(from: ["pixellate:fraction=0.05*progress"]))
///     let renderer = try TransitionRenderer(from: from, to: to, soft)
///
/// Every operation looks the same.
public struct ChainTransition: Transition {
  /// What its frames are made of.
  public let chain: Chain
  /// How long it runs and how its progress follows the clock, unless something else is asked for.
  public let timing: Timing

  /// Makes a transition of a chain; it takes a second of linear progress, unless said otherwise.
  public init(_ chain: Chain, timing: Timing = Timing()) {
    self.chain = chain
    self.timing = timing
  }

  /// Makes the chain that its frames are made of.
  public func chain(_ operation: TransitionOperation) -> Chain { chain }
}
