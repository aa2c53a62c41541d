// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Slides the new screen in from above, which pushes the old one down.
  ///
  /// On `dismiss` and `pop`, both screens move up.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct SlideDown: LayeredTransition, BackedTransition, SelfDescribing {
    /// The color of pixels that no screen covers.
    public var background = Pixel.black
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(background: background, edges: edges) { e, screen in
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

    public static let name = "slide-down"
    public static let summary = "The new screen slides down over the old one, which sinks and fades."
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    public static let parameters: [NamedParameter<SlideDown>] = [.background, .edges]
  }
}
