// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
public import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Moves the new screen in over the old one, with bounces of decreasing height.
  ///
  /// On `dismiss` and `pop`, the transition is played in reverse.
  public struct Bounce: LayeredTransition, SelfDescribing {
    /// The direction in which the new screen moves in.
    public var direction = Heading.up
    /// The number of bounces, rounded to a whole number.
    public var bounces = 3.0
    /// The exponential damping of the bounces; 0 for a linear decrease.
    public var damping = 2.0
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.smooth

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { [self] progress, screen in
          let time = max(0, min(1, operation.isReturning ? 1 - progress : progress))
          // The screen enters over a quarter of a cosine wave, and each bounce takes half a wave; at the end,
          // the screen is at its final position.
          let wave = abs(cos(.pi * (bounces.rounded() + 0.5) * time))
          let away = wave * (1 - time) * exp(-damping * time)
          let moved: PixelTransform =
            switch direction {
            case .left: .translation(x: screen.width * away)
            case .right: .translation(x: -screen.width * away)
            case .up: .translation(y: screen.height * away)
            case .down: .translation(y: -screen.height * away)
            }
          return operation.isReturning
            ? [Layer(.to), Layer(.from, transform: moved)] : [Layer(.from), Layer(.to, transform: moved)]
        }
    }

    public static let name = "bounce"
    public static let summary =
      "The new screen comes in from below and bounces off its place, less each time."
    public var timing: Timing { Timing(duration: 1) }
    public static let parameters: [NamedParameter<Bounce>] = [
      .word("direction", \.direction, "Where the new screen goes."),
      .number("bounces", \.bounces, in: 0...20, "How often it bounces off, a whole number."),
      .number("damping", \.damping, in: 0...20, "How fast the bounces become less."),
      .edges,
    ]
  }
}
