import SegueFilters
public import SegueRendering

extension Transitions {
  /// The first picture fades into the second.
  ///
  /// - Source: `UIView.AnimationOptions.transitionCrossDissolve`.
  public struct CrossDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: .progress) }

    /// The name in commands and lists.
    public static let name = "cross-dissolve"
    /// One sentence for lists and help.
    public static let summary = "The first picture fades into the second."
    /// What can be set by name.
    public static let parameters: [NamedParameter<CrossDissolve>] = []
  }
}
