// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Shrinks the old screen a little, then moves the new one in from the right.
  ///
  /// On `dismiss` and `pop`, both movements are reversed, and the slide comes first.
  ///
  /// - Source: InvasiveCode, "Custom View Controller Transitions"
  public struct PushBack: LayeredTransition, BackedTransition, SelfDescribing {
    /// The damping ratio of both springs, above 0 and up to 1: 1 does not overshoot.
    public var damping = 0.8
    /// The initial velocity of both springs, in units per second; one unit is the distance that the spring
    /// moves.
    public var velocity = 0.8
    /// The color of pixels that no screen covers.
    public var background = Pixel.black
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.hard

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      // Runs two springs of half a second each, one after the other.
      let spring = DampedSpring(damping: damping, velocity: velocity, settlingIn: 0.5)
      @Sendable func eased(_ time: Double) -> Double { time < 1 ? spring.position(at: 0.5 * time) : 1 }
      return (.from, .to)
        --> Layers(background: background, edges: edges) { time, screen in
          let (first, second) = (eased(2 * time), eased(2 * time - 1))
          return operation.isReturning
            ? [
              Layer(.to, transform: .scale(0.9 + 0.1 * second, about: screen.center)),
              Layer(.from, transform: .translation(x: screen.width * first)),
            ]
            : [
              Layer(.from, transform: .scale(1 - 0.1 * first, about: screen.center)),
              Layer(.to, transform: .translation(x: screen.width * (1 - second))),
            ]
        }
    }

    public static let name = "push-back"
    public static let summary = "The old screen steps back, then the new one comes in from the right."
    public var timing: Timing { Timing(duration: 1) }
    public static let parameters: [NamedParameter<PushBack>] = [
      .number("damping", \.damping, in: 0.05...1, "Damping ratio of its springs; 1 does not overshoot."),
      .number(
        "velocity", \.velocity, in: -30...30, unit: "distances a second",
        "How fast the springs are at the start."),
      .background, .edges,
    ]
  }
}
