// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// The first picture is squeezed to a line in the middle, in front of the second one.
  ///
  /// - Source: xfade's squeezeh and squeezev.
  public struct Squeeze: Transition, SelfDescribing {
    /// The line that is left last.
    public var line = Axis.horizontal

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let isHorizontal = line == .horizontal
      @Sendable func fromMiddle(_ pixel: Int, _ count: Int) -> Float { Float(pixel) / Float(count) - 0.5 }
      let order =
        isHorizontal
        ? OrderMap(.rows) { size, y, row in row[0] = abs(fromMiddle(y, size.height)) }
        : OrderMap(.columns) { size, _, row in
          for x in row.indices { row[x] = abs(fromMiddle(x, size.width)) }
        }
      let mix = MapMix(order) { progress, _ in .init(turn: Countdown(progress).left / 2) }
      return (.from, .to)
        --> Between { a, b, progress in
          let left = Countdown(progress).left
          @Sendable func source(_ pixel: Int, _ count: Int) -> Int {
            let place = 0.5 + fromMiddle(pixel, count) / left
            return place >= 0 && place <= 1 ? Int((place * Float(count - 1)).rounded(.toNearestOrEven)) : 0
          }
          let (width, height) = (a.size.width, a.size.height)
          let squeezed =
            isHorizontal
            ? PickedRows(a, rows: { source($0, height) }) : PickedRows(a, columns: { source($0, width) })
          return mix.apply(to: b, squeezed, at: progress)
        }
    }

    public static let name = "squeeze"
    public static let summary = "The first picture is squeezed to a line in the middle."
    public static let variants: CatalogVariants = ["squeezeh": [:], "squeezev": ["line": "vertical"]]
    public static let parameters: [NamedParameter<Squeeze>] = [
      .word("line", \.line, "The line that is left last.")
    ]
  }
}
