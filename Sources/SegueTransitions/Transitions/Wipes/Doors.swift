// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Opens soft-edged doors onto the second picture from the middle, or closes them over the first from the
  /// sides.
  ///
  /// - Source: xfade's vertopen, vertclose, horzopen and horzclose.
  public struct Doors: Transition, SelfDescribing {
    /// The direction of the slit between the doors.
    public var slit = Axis.vertical
    /// Whether the doors close, so that the second picture comes from the sides.
    public var closing = false

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let sign: Float = closing ? -1 : 1
      @Sendable func fromMiddle(_ pixel: Int, _ count: Int) -> Float {
        sign * abs(2 * Float(pixel) / Float(count) - 1)
      }
      let order =
        slit == .vertical
        ? OrderMap(.columns) { size, _, row in
          for x in row.indices { row[x] = fromMiddle(x, size.width) }
        }
        : OrderMap(.rows) { size, y, row in row[0] = fromMiddle(y, size.height) }
      let start: Float = closing ? -1 : 0
      return (.from, .to)
        --> MapMix(order) { progress, _ in .init(turn: 2 * Float(progress) + start, softness: 1) }
    }

    public static let name = "doors"
    public static let summary = "Soft doors open over the second picture, or close over the first."
    public static let variants: CatalogVariants = [
      "vertopen": [:], "vertclose": ["closing": "true"], "horzopen": ["slit": "horizontal"],
      "horzclose": ["slit": "horizontal", "closing": "true"],
    ]
    public static let parameters: [NamedParameter<Doors>] = [
      .word("slit", \.slit, "The direction of the slit between them."),
      .flag("closing", \.closing, "Whether the second picture comes from the sides."),
    ]
  }
}
