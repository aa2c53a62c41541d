// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SegueRendering

extension Transitions {
  /// Moves the new screen in from the right, and the old one a little to the left.
  ///
  /// On `dismiss` and `pop`, the transition is played in reverse.
  ///
  /// Navigation stacks use this transition by default.
  ///
  /// - Source: `UINavigationController`
  public struct NavigationSlide: LayeredTransition, SelfDescribing {
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { e, screen in
          operation.isReturning
            ? [
              Layer(.to, transform: .translation(x: 0.3 * screen.width * (e - 1))),
              Layer(.from, transform: .translation(x: screen.width * e)),
            ]
            : [
              Layer(.from, transform: .translation(x: -0.3 * screen.width * e)),
              Layer(.to, transform: .translation(x: screen.width * (1 - e))),
            ]
        }
    }

    public static let name = "navigation-slide"
    public static let summary = "The new screen comes in from the right, the old one gives way."
    public var timing: Timing { Timing(duration: 0.35, curve: .easeInOut) }
    public static let parameters: [NamedParameter<NavigationSlide>] = [.edges]
  }
}
