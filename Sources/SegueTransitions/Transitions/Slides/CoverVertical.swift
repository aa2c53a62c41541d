import SegueFilters
public import SegueRendering

extension Transitions {
  /// The new screen comes up from below; back, it goes down again.
  ///
  /// What presenting does by default.
  ///
  /// - Source: `UIModalTransitionStyle.coverVertical`
  public struct CoverVertical: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers { e, screen in
          operation.isReturning
            ? [Layer(.to), Layer(.from, transform: .translation(y: screen.height * e))]
            : [Layer(.from), Layer(.to, transform: .translation(y: screen.height * (1 - e)))]
        }
    }

    /// The name in commands and lists.
    public static let name = "cover-vertical"
    /// One sentence for lists and help.
    public static let summary = "The new screen comes up from below."
    /// How long it runs and how progress follows the clock, unless something else is asked for.
    public var timing: Timing { Timing(duration: 0.5, curve: .easeInOut) }
    /// What can be set by name.
    public static let parameters: [NamedParameter<CoverVertical>] = []
  }
}
