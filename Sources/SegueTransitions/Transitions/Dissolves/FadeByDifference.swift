// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SegueFilters
public import SegueRendering

extension Transitions {
  /// Fades each channel of a pixel: the larger the difference of the two pictures in this channel, the faster
  /// the channel fades, or the slower if `slow` is true.
  ///
  /// - Source: xfade's fadefast and fadeslow.
  public struct FadeByDifference: Transition, SelfDescribing {
    /// Whether channels with large differences fade slowest rather than fastest.
    public var slow = false

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let slow = slow
      return (.from, .to)
        --> Between { a, b, progress in
          // Makes the lookup table from the difference of two channels to the remaining difference.
          let share = { @Sendable (apart: Double) in
            pow(1 - progress, 1 + log(slow ? 2 - apart : 1 + apart))
          }
          let left = (-255...255).map { difference in
            Int16((Double(difference) * share(Double(abs(difference)) / 255)).rounded())
          }
          return DifferenceRows(a: a, b: b, left: left, share: share)
        }
    }

    public static let name = "fade-by-difference"
    public static let summary = "Pixels with large differences fade first, or last."
    public static let variants: CatalogVariants = ["fadefast": [:], "fadeslow": ["slow": "true"]]
    public static let parameters: [NamedParameter<FadeByDifference>] = [
      .flag("slow", \.slow, "Whether those that are far apart fade last.")
    ]
  }
}
