// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
public import SegueRendering

extension Transitions {
  /// Fades the first picture into the second.
  ///
  /// - Source: `UIView.AnimationOptions.transitionCrossDissolve`.
  public struct CrossDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain { (.from, .to) --> Dissolve(mix: .progress) }

    public static let name = "cross-dissolve"
    public static let summary = "The first picture fades into the second."
    public static let variants: CatalogVariants = ["fade": [:]]
    public static let parameters: [NamedParameter<CrossDissolve>] = []
  }
}
