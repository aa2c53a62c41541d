// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SegueRendering

extension Transitions {
  /// Moves the new screen up from below over the old one.
  ///
  /// On `dismiss` and `pop`, the old screen moves down again.
  ///
  /// Presented screens use this transition by default.
  ///
  /// - Source: `UIModalTransitionStyle.coverVertical`
  public struct CoverVertical: LayeredTransition, SelfDescribing {
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { e, screen in
          operation.isReturning
            ? [Layer(.to), Layer(.from, transform: .translation(y: screen.height * e))]
            : [Layer(.from), Layer(.to, transform: .translation(y: screen.height * (1 - e)))]
        }
    }

    public static let name = "cover-vertical"
    public static let summary = "The new screen comes up from below."
    public var timing: Timing { Timing(duration: 0.5, curve: .easeInOut) }
    public static let parameters: [NamedParameter<CoverVertical>] = [.edges]
  }
}
