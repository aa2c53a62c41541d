public import SegueFilters

/// The new screen fades in over the old one.
///
/// - Source: "Custom View Controller Transitions, the right way"
public struct FadeIn: Transition {
  /// Makes the transition.
  public init() {}

  public func chain(_ operation: TransitionOperation) -> Chain {
    (.from, .to) --> Layers { e, _ in [Layer(.from), Layer(.to, opacity: e)] }
  }

  public static let name = "fade-in"
  public static let summary = "The new screen fades in over the old one."
  public static let duration = 0.35
  public static let curve = TimingCurve.easeInOut
  public static let parameters: [Parameter<FadeIn>] = []
}
