// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
public import SegueRendering

extension Transitions {
  /// Moves the second picture in, the first one out, or both side by side, by whole pixels.
  ///
  /// - Source: xfade's slides, covers and reveals.
  public struct Push: Transition, SelfDescribing {
    /// The pictures that move.
    public enum Moving: String, CaseIterable, Sendable {
      /// The second picture pushes the first one out.
      case both
      /// The second picture moves over the first one.
      case second
      /// The first picture moves out and uncovers the second one.
      case first
    }

    /// The direction of movement.
    public var direction = Heading.left
    /// The pictures that move.
    public var moving = Moving.both

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let (direction, moving) = (direction, moving)
      return (.from, .to)
        --> Layers { progress, screen in
          let travel = direction.travel(progress, screen)
          let (out, into) = (Layer(.from, transform: travel.out), Layer(.to, transform: travel.into))
          return switch moving {
          case .both: [out, into]
          case .second: [Layer(.from), into]
          case .first: [Layer(.to), out]
          }
        }
    }

    public static let name = "push"
    public static let summary = "The second picture pushes the first one out, or one moves over the other."
    public static let variants: CatalogVariants = [
      "slideleft": ["direction": "left"], "slideright": ["direction": "right"],
      "slideup": ["direction": "up"], "slidedown": ["direction": "down"],
      "coverleft": ["moving": "second", "direction": "left"],
      "coverright": ["moving": "second", "direction": "right"],
      "coverup": ["moving": "second", "direction": "up"],
      "coverdown": ["moving": "second", "direction": "down"],
      "revealleft": ["moving": "first", "direction": "left"],
      "revealright": ["moving": "first", "direction": "right"],
      "revealup": ["moving": "first", "direction": "up"],
      "revealdown": ["moving": "first", "direction": "down"],
    ]
    public static let parameters: [NamedParameter<Push>] = [
      .word("direction", \.direction, "Where the pictures go."),
      .word("moving", \.moving, "Which of them move."),
    ]
  }
}
