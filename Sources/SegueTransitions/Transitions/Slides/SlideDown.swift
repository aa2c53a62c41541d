import SegueFilters
public import SegueRendering

extension Transitions {
  /// The new screen slides in from above and pushes the old one down; back, both move up.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct SlideDown: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers { e, screen in
          operation.isReturning
            ? [
              Layer(.from, transform: .translation(y: -screen.height * e)),
              Layer(.to, transform: .translation(y: screen.height * (1 - e)), opacity: 0.5 + 0.5 * e),
            ]
            : [
              Layer(.from, transform: .translation(y: screen.height * e), opacity: 1 - 0.5 * e),
              Layer(.to, transform: .translation(y: screen.height * (e - 1))),
            ]
        }
    }

    /// The name in commands and lists.
    public static let name = "slide-down"
    /// One sentence for lists and help.
    public static let summary = "The new screen slides down over the old one, which sinks and fades."
    /// How long it runs and how progress follows the clock, unless something else is asked for.
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    /// What can be set by name.
    public static let parameters: [NamedParameter<SlideDown>] = []
  }
}
