public import SegueRendering

/// A chain used as a transition.
///
/// The chain computes every frame, including the frames at progress 0 and 1.
///
///     let soft = ChainTransition(try Chain(from: ["pixellate:fraction=0.05*progress"]))
///     let renderer = try TransitionRenderer(from: from, to: to, soft)
///
/// All operations, such as `push` and `pop`, have the same frames.
public struct ChainTransition: Transition {
  /// The chain that computes the frames.
  public let chain: Chain
  /// The default timing.
  public let timing: Timing

  /// Makes a transition of a chain; by default one second long, with linear progress.
  public init(_ chain: Chain, timing: Timing = Timing()) {
    self.chain = chain
    self.timing = timing
  }

  /// Returns `chain` for every operation.
  public func chain(_ operation: TransitionOperation) -> Chain { chain }
}
