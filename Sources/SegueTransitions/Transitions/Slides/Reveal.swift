// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// The first picture moves away from the second one, by whole pixels.
  ///
  /// - Source: xfade's reveals.
  public struct Reveal: Transition, SelfDescribing {
    /// Where the pictures go.
    public var direction = Heading.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      return (.from, .to)
        --> Layers { progress, screen in
          let travel = direction.travel(progress, screen)
          return [Layer(.to), Layer(.from, transform: travel.out)]
        }
    }

    public static let name = "reveal"
    public static let summary = "The first picture moves away from the second one."
    public static let variants: CatalogVariants = [
      "revealleft": ["direction": "left"], "revealright": ["direction": "right"],
      "revealup": ["direction": "up"], "revealdown": ["direction": "down"],
    ]
    public static let parameters: [NamedParameter<Reveal>] = [
      .word("direction", \.direction, "Where the pictures go.")
    ]
  }
}
