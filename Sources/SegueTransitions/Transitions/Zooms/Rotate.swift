// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Rotates both screens about the top left corner: the old one out, and the new one in behind it.
  ///
  /// - Source: AppCoda, "Creating Custom View Controller Transitions"
  public struct Rotate: LayeredTransition, BackedTransition, SelfDescribing {
    /// The color of pixels that no screen covers.
    public var background = Pixel.black
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(background: background, edges: edges) { e, _ in
          let corner = PixelPoint(x: 0, y: 0)
          return [
            Layer(
              .to, transform: .rotation(.degrees(90 * (e - 1)), about: corner),
              opacity: operation.isReturning ? e : 1),
            Layer(.from, transform: .rotation(.degrees(-90 * e), about: corner), opacity: 1 - e),
          ]
        }
    }

    public static let name = "rotate"
    public static let summary = "Both screens turn about the top left corner."
    public var timing: Timing { Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)) }
    public static let parameters: [NamedParameter<Rotate>] = [.background, .edges]
  }
}
