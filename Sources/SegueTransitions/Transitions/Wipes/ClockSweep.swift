// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Wipes clockwise from the top with a soft edge, which rotates by 1¼ turns.
  ///
  /// - Source: xfade's radial.
  public struct ClockSweep: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let order = OrderMap { size, y, row in
        let down = Float(y - size.height / 2)
        for x in row.indices { row[x] = -atan2f(Float(x - size.width / 2), down) }
      }
      return (.from, .to)
        --> MapMix(order) { progress, _ in
          .init(turn: (Float(progress) - 0.5) * 2.5 * .pi, softness: 1)
        }
    }

    public static let name = "clock-sweep"
    public static let summary = "A soft hand sweeps around the middle."
    public static let variants: CatalogVariants = ["xfade-radial": [:]]
    public static let parameters: [NamedParameter<ClockSweep>] = []
  }
}
