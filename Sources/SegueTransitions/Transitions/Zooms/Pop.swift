// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Enlarges the new screen from the center while the old one shrinks a little.
  ///
  /// On `dismiss` and `pop`, the old screen moves down out of the frame.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct Pop: LayeredTransition, BackedTransition, SelfDescribing {
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
              Layer(.to, transform: .scale(e, about: screen.center), opacity: 0.5 + 0.5 * e),
              Layer(.from, transform: .translation(y: screen.height * e)),
            ]
            : [
              Layer(
                .from, transform: .scale(1 - 0.05 * e, about: screen.center).translated(y: 15 * e),
                opacity: 1 - 0.5 * e),
              Layer(.to, transform: .scale(e, about: screen.center)),
            ]
        }
    }

    public static let name = "pop"
    public static let summary = "The new screen grows from the middle over the old one."
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    public static let parameters: [NamedParameter<Pop>] = [.background, .edges]
  }
}
