// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// The second picture moves in over the first one, by whole pixels.
  ///
  /// - Source: xfade's covers.
  public struct Cover: Transition, SelfDescribing {
    /// Where the pictures go.
    public var direction = Heading.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      return (.from, .to)
        --> Layers { progress, screen in
          let travel = direction.travel(progress, screen)
          return [Layer(.from), Layer(.to, transform: travel.into)]
        }
    }

    public static let name = "cover"
    public static let summary = "The second picture moves in over the first one."
    public static let variants: CatalogVariants = [
      "coverleft": ["direction": "left"], "coverright": ["direction": "right"],
      "coverup": ["direction": "up"], "coverdown": ["direction": "down"],
    ]
    public static let parameters: [NamedParameter<Cover>] = [
      .word("direction", \.direction, "Where the pictures go.")
    ]
  }
}
