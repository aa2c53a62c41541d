// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Drops the new screen from above, so that it bounces on the bottom edge.
  ///
  /// On `dismiss` and `pop`, the old screen tilts and falls out of the frame.
  ///
  /// The heights of bounces decrease geometrically; the last bounce ends at progress 1.
  ///
  /// - Source: `UIGravityBehavior` and `UICollisionBehavior`, in closed form rather than simulated.
  public struct Drop: LayeredTransition, SelfDescribing {
    /// The share of its speed that the screen keeps at each bounce, 0…0.9.
    public var elasticity = 0.4
    /// The final clockwise rotation of the old screen as it falls, in degrees.
    public var tilt: Angle = 20
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.smooth

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { [self] progress, screen in
          let time = max(0, min(1, progress))
          guard operation.isReturning else {
            return [
              Layer(.from), Layer(.to, transform: .translation(y: -screen.height * height(at: time))),
            ]
          }
          let corner = screen.corner(.topLeft)
          func turned(_ time: Double) -> PixelTransform {
            .rotation(.degrees(tilt.degrees * time), about: corner)
          }
          // The distance to fall, so that the rotated screen has left the frame at the end.
          let way = screen.height - screen.top(after: turned(1))
          return [Layer(.to), Layer(.from, transform: turned(time).translated(y: way * time * time))]
        }
    }

    /// Returns the screen's height above its final position, in screen heights: 1 at time 0, 0 from time 1
    /// on.
    private func height(at time: Double) -> Double {
      let elasticity = max(0, min(0.9, elasticity))
      // The unit of time is the duration of the first fall. With the elasticity e, the first bounce takes 2e,
      // the next 2e², so the whole takes (1 + e) / (1 − e).
      var left = time * (1 + elasticity) / (1 - elasticity)
      if left < 1 { return 1 - left * left }
      left -= 1
      var speed = elasticity
      while speed > 1e-4 {
        if left < 2 * speed { return left * (2 * speed - left) }
        left -= 2 * speed
        speed *= elasticity
      }
      return 0
    }

    public static let name = "drop"
    public static let summary = "The new screen falls in from above and bounces."
    public var timing: Timing { Timing(duration: 1) }
    public static let parameters: [NamedParameter<Drop>] = [
      .number("elasticity", \.elasticity, in: 0...0.9, "Share of its speed that a bounce keeps."),
      .number(
        "tilt", \.tilt.degrees, in: -90...90, unit: "degrees",
        "How far the screen turns that falls off, clockwise."),
      .edges,
    ]
  }
}
