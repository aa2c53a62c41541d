// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// The second picture pushes the first one out, by whole pixels.
  ///
  /// - Source: xfade's slides.
  public struct Push: Transition, SelfDescribing {
    /// Where the pictures go.
    public var direction = Heading.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      return (.from, .to)
        --> Layers { progress, screen in
          let travel = direction.travel(progress, screen)
          return [Layer(.from, transform: travel.out), Layer(.to, transform: travel.into)]
        }
    }

    public static let name = "push"
    public static let summary = "The second picture pushes the first one out."
    public static let variants: CatalogVariants = [
      "slideleft": ["direction": "left"], "slideright": ["direction": "right"],
      "slideup": ["direction": "up"], "slidedown": ["direction": "down"],
    ]
    public static let parameters: [NamedParameter<Push>] = [
      .word("direction", \.direction, "Where the pictures go.")
    ]
  }
}
