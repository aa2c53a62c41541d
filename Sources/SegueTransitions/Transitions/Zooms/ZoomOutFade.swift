import SegueFilters
public import SegueRendering

extension Transitions {
  /// The old screen shrinks into the distance while the new one fades in over it.
  ///
  /// - Source: objc.io, issue 5, "View Controller Transitions"
  public struct ZoomOutFade: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    /// Makes the chain that its frames are made of.
    public func chain(_ operation: TransitionOperation) -> Chain {
      // The article has no way back of its own: the navigation's is used.
      if operation.isReturning { return Transitions.NavigationSlide().chain(operation) }
      return (.from, .to)
        --> Layers { e, screen in
          [Layer(.from, transform: .scale(1 - 0.9 * e, about: screen.center)), Layer(.to, opacity: e)]
        }
    }

    /// The name in commands and lists.
    public static let name = "zoom-out-fade"
    /// One sentence for lists and help.
    public static let summary = "The old screen shrinks away while the new one fades in."
    /// How long it runs and how progress follows the clock, unless something else is asked for.
    public var timing: Timing { Timing(duration: 0.25, curve: .easeInOut) }
    /// What can be set by name.
    public static let parameters: [NamedParameter<ZoomOutFade>] = []
  }
}
