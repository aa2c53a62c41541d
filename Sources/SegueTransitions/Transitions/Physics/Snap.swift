// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Snaps the new screen into place from a corner, where it starts rotated.
  ///
  /// On `dismiss` and `pop`, the old screen moves out to the corner.
  ///
  /// The spring is the transition's timing curve, so a different timing curve replaces the spring.
  ///
  /// - Source: `UISnapBehavior`
  public struct Snap: LayeredTransition, SelfDescribing {
    /// The corner from which the new screen comes.
    public var corner = Corner.topRight
    /// The clockwise rotation at the corner, in degrees: of the new screen at the start or, on `dismiss` and
    /// `pop`, of the old screen at the end.
    public var tilt: Angle = 25
    /// The damping ratio of the spring, above 0 and up to 1: 1 does not overshoot.
    public var damping = 0.5
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.smooth

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { [self] progress, screen in
          let left = operation.isReturning ? progress : 1 - progress
          // The translation at which the fully rotated screen just touches the frame from outside.
          let (sine, cosine) = (abs(sin(tilt.radians)), abs(cos(tilt.radians)))
          let across = (screen.width + screen.width * cosine + screen.height * sine) / 2
          let down = (screen.height + screen.height * cosine + screen.width * sine) / 2
          let moved = PixelTransform.rotation(.degrees(tilt.degrees * left), about: screen.center)
            .translated(x: Double(corner.across) * across * left, y: Double(corner.down) * down * left)
          return operation.isReturning
            ? [Layer(.to), Layer(.from, transform: moved)] : [Layer(.from), Layer(.to, transform: moved)]
        }
    }

    public static let name = "snap"
    public static let summary = "The new screen snaps into its place from a corner."
    public var timing: Timing { Timing(duration: 0.8, curve: .spring(damping: damping, velocity: 0)) }
    public static let parameters: [NamedParameter<Snap>] = [
      .word("corner", \.corner, "Where the new screen comes from."),
      .number(
        "tilt", \.tilt.degrees, in: -180...180, unit: "degrees", "How far it is turned there, clockwise."),
      .number("damping", \.damping, in: 0.05...1, "Damping ratio of its spring; 1 does not overshoot."),
      .edges,
    ]
  }
}
