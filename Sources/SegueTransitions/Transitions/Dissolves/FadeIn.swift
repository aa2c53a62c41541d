// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
public import SegueRendering

extension Transitions {
  /// Fades the new screen in over the old one.
  ///
  /// - Source: "Custom View Controller Transitions, the right way"
  public struct FadeIn: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to) --> Layers { e, _ in [Layer(.from), Layer(.to, opacity: e)] }
    }

    public static let name = "fade-in"
    public static let summary = "The new screen fades in over the old one."
    public var timing: Timing { Timing(duration: 0.35, curve: .easeInOut) }
    public static let parameters: [NamedParameter<FadeIn>] = []
  }
}
