// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Blurs both pictures horizontally while they dissolve, strongest in the middle.
  ///
  /// - Cost: independent of the blur's length, by running sums.
  /// - Source: xfade's hblur.
  public struct SmearDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Between { a, b, progress in
          let share = 2 * Countdown(progress).toEnd
          let length = 1 + Int(Float(a.size.width / 2) * share)
          // Blurs the mixture: equal to mixing the blurred pictures, at half the cost.
          let mixed = Dissolve(mix: Animated(progress)).apply(to: a, b, at: progress)
          return SmearedRows(input: mixed, length: length)
        }
    }

    public static let name = "smear-dissolve"
    public static let summary = "Both pictures are smeared along their rows while they dissolve."
    public static let variants: CatalogVariants = ["hblur": [:]]
    public static let parameters: [NamedParameter<SmearDissolve>] = []
  }
}
