// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Shrinks the old screen while the new one fades in over it.
  ///
  /// - Source: objc.io, issue 5, "View Controller Transitions"
  public struct ZoomOutFade: LayeredTransition, BackedTransition, SelfDescribing {
    /// The color of pixels that no screen covers.
    public var background = Pixel.black
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      // On `dismiss` and `pop`, uses the navigation slide, since the article has no backward transition.
      if operation.isReturning {
        var slide = Transitions.NavigationSlide()
        slide.edges = edges
        return slide.chain(operation)
      }
      return (.from, .to)
        --> Layers(background: background, edges: edges) { e, screen in
          [Layer(.from, transform: .scale(1 - 0.9 * e, about: screen.center)), Layer(.to, opacity: e)]
        }
    }

    public static let name = "zoom-out-fade"
    public static let summary = "The old screen shrinks away while the new one fades in."
    public var timing: Timing { Timing(duration: 0.25, curve: .easeInOut) }
    public static let parameters: [NamedParameter<ZoomOutFade>] = [.background, .edges]
  }
}
