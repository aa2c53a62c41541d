import SegueFilters
public import SegueRendering

extension Transitions {
  /// The new screen fades in over the old one.
  ///
  /// - Source: "Custom View Controller Transitions, the right way"
  public struct FadeIn: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to) --> Layers { e, _ in [Layer(.from), Layer(.to, opacity: e)] }
    }

    /// The name in commands and lists.
    public static let name = "fade-in"
    /// One sentence for lists and help.
    public static let summary = "The new screen fades in over the old one."
    /// How long it runs and how progress follows the clock, unless something else is asked for.
    public var timing: Timing { Timing(duration: 0.35, curve: .easeInOut) }
    /// What can be set by name.
    public static let parameters: [NamedParameter<FadeIn>] = []
  }
}
