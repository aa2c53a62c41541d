// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Blurs both pictures horizontally while they dissolve, most in the middle of the transition.
  ///
  /// By default, the blur starts slowly and is centered. If `centered` is false, the blur starts at once and
  /// averages pixels to the right.
  ///
  /// - Cost: independent of the blur's length, by running sums.
  /// - Source: xfade's hblur.
  public struct SmearDissolve: Transition, SelfDescribing {
    /// Whether the blur is centered and starts slowly.
    public var centered = true

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let isCentered = centered
      return (.from, .to)
        --> Between { a, b, progress in
          let share = 2 * Countdown(progress).toEnd
          let strength = isCentered ? Float(smoothstep(0, 1, Double(share))) : share
          let reach = Float(a.size.width / 2) * strength
          // Uses odd lengths for centered blurs, since an even length would shift the picture by half a
          // pixel.
          let length = isCentered ? 1 + 2 * Int(reach / 2) : 1 + Int(reach)
          // Blurs the mixed picture, which is equal to mixing the blurred pictures, at half the cost.
          let mixed = Dissolve(mix: Animated(progress)).apply(to: a, b, at: progress)
          return SmearedRows(input: mixed, length: length, isCentered: isCentered)
        }
    }

    public static let name = "smear-dissolve"
    public static let summary = "Both pictures are smeared along their rows while they dissolve."
    public static let variants: CatalogVariants = ["hblur": ["centered": "false"]]
    public static let parameters: [NamedParameter<SmearDissolve>] = [
      .flag("centered", \.centered, "Whether the blur reaches to both sides and starts slowly.")
    ]
  }
}
