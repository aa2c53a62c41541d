// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Replaces the first picture by the second, pixel by pixel in pseudorandom order.
  ///
  /// - Source: xfade's dissolve.
  public struct NoiseDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let order = OrderMap { _, y, row in for x in row.indices { row[x] = Noise.at(x, y) } }
      return (.from, .to) --> MapMix(order) { progress, _ in .init(turn: Float(progress).nextDown) }
    }

    public static let name = "noise-dissolve"
    public static let summary = "The second picture appears pixel by pixel."
    public static let variants: CatalogVariants = ["dissolve": [:]]
    public static let parameters: [NamedParameter<NoiseDissolve>] = []
  }
}
