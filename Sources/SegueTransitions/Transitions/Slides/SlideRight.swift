// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SegueRendering

extension Transitions {
  /// Slides the new screen in from the left over the old one.
  ///
  /// On `dismiss` and `pop`, the old screen leaves to the left.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct SlideRight: LayeredTransition, SelfDescribing {
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { e, screen in
          operation.isReturning
            ? [Layer(.to), Layer(.from, transform: .translation(x: -screen.width * e))]
            : [Layer(.from), Layer(.to, transform: .translation(x: screen.width * (e - 1)))]
        }
    }

    public static let name = "slide-right"
    public static let summary = "The new screen slides in from the left."
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    public static let parameters: [NamedParameter<SlideRight>] = [.edges]
  }
}
