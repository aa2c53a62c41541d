// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Pixellates both pictures while they dissolve; the blocks grow and then shrink.
  ///
  /// - Source: xfade's pixelize, whose blocks grow in 25 steps.
  public struct BlockDissolve: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Between { a, b, progress in
          let steps = (Countdown(progress).toEnd * 50).rounded(.up) / 50
          let side = 2 * steps * Float(min(a.size.width, a.size.height)) / 20
          @Sendable func middle(_ pixel: Int, _ count: Int) -> Int {
            Int(min(((Float(pixel) / side).rounded(.down) + 0.5) * side, Float(count - 1)))
          }
          func blocks(_ rows: any RowSource) -> any RowSource {
            guard side > 0 else { return rows }
            return PickedRows(
              rows, columns: { middle($0, a.size.width) }, rows: { middle($0, a.size.height) })
          }
          return Dissolve(mix: Animated(progress)).apply(to: blocks(a), blocks(b), at: progress)
        }
    }

    public static let name = "block-dissolve"
    public static let summary = "Both pictures break into the same blocks while they dissolve."
    public static let variants: CatalogVariants = ["pixelize": [:]]
    public static let parameters: [NamedParameter<BlockDissolve>] = []
  }
}
