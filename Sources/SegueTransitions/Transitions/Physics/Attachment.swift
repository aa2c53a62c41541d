// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
public import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Hangs the old screen from a top corner, where it swings until it comes off and falls.
  ///
  /// The new screen is visible behind the old screen.
  ///
  /// - Source: `UIAttachmentBehavior` and `UIGravityBehavior`, in closed form rather than simulated.
  public struct Attachment: LayeredTransition, SelfDescribing {
    /// The corner from which the screen hangs.
    public enum Pivot: String, CaseIterable, Sendable {
      /// The top left corner.
      case left
      /// The top right corner.
      case right
    }

    /// The corner from which the old screen hangs.
    public var pivot = Pivot.left
    /// The number of swings before the old screen comes off.
    public var swings = 0.8
    /// The exponential damping of the swings until the release; 0 for none.
    public var damping = 2.0
    /// The progress at which the old screen comes off, 0…0.95.
    public var release = 0.65
    /// The edges of layers: hard (aliased) or smooth (antialiased).
    public var edges = Layers.Layer.Edges.smooth

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Layers(edges: edges) { [self] progress, screen in
          let time = max(0, min(1, progress))
          let release = max(0, min(0.95, release))
          let corner = screen.corner(pivot == .left ? .topLeft : .topRight)
          // The rotation at rest, with the screen's center below the corner.
          let rest = atan2(screen.width, screen.height) * (pivot == .left ? 1 : -1)
          func turned(_ time: Double) -> PixelTransform {
            .rotation(.degrees(rest * swing(at: time, until: release) * 180 / .pi), about: corner)
          }
          // The distance to fall, so that the rotated screen has left the frame at the end.
          let way = screen.height - screen.top(after: turned(1))
          let fallen = max(0, time - release) / (1 - release)
          return [Layer(.to), Layer(.from, transform: turned(time).translated(y: way * fallen * fallen))]
        }
    }

    /// Returns the rotation as a share of the rotation at rest: a damped oscillation until the release, then
    /// rotation at constant speed.
    private func swing(at time: Double, until release: Double) -> Double {
      guard release > 0 else { return time }
      // Angular frequency and damping are relative to the time until the release.
      let frequency = 2 * .pi * max(0.01, swings)
      func position(_ part: Double) -> Double {
        let phase = frequency * part
        return 1 - exp(-damping * part) * (cos(phase) + damping / frequency * sin(phase))
      }
      let part = time / release
      guard part > 1 else { return position(part) }
      let speed = exp(-damping) * (frequency + damping * damping / frequency) * sin(frequency)
      return position(1) + speed * (part - 1)
    }

    public static let name = "attachment"
    public static let summary = "The old screen swings from one of its top corners, comes off and falls."
    public var timing: Timing { Timing(duration: 1.5) }
    public static let parameters: [NamedParameter<Attachment>] = [
      .word("pivot", \.pivot, "The top corner that the old screen hangs from."),
      .number("swings", \.swings, in: 0...10, "How often it swings to and fro before it comes off."),
      .number("damping", \.damping, in: 0...20, "How fast the swinging becomes less."),
      .number("release", \.release, in: 0...0.95, unit: "of the progress", "When it comes off."),
      .edges,
    ]
  }
}
