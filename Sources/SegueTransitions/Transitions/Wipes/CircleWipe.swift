// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Opens a circle onto the second picture, or closes a circle over the first, with a very soft edge.
  ///
  /// - Source: xfade's circleopen and circleclose.
  public struct CircleWipe: Transition, SelfDescribing {
    /// Whether the circle closes, so that the second picture comes from the corners.
    public var closing = false

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let sign: Float = closing ? -1 : 1
      let order = OrderMap { size, y, row in
        let (middleX, middleY) = (Float(size.width / 2), Float(size.height / 2))
        let radius = (middleX * middleX + middleY * middleY).squareRoot()
        let down = Float(y) - middleY
        for x in row.indices {
          let across = Float(x) - middleX
          row[x] = sign * (across * across + down * down).squareRoot() / radius
        }
      }
      let start: Float = closing ? -1.5 : -0.5
      return (.from, .to)
        --> MapMix(order) { progress, _ in .init(turn: 3 * Float(progress) + start, softness: 1) }
    }

    public static let name = "circle-wipe"
    public static let summary = "A soft circle opens over the second picture, or closes over the first."
    public static let variants: CatalogVariants = ["circleopen": [:], "circleclose": ["closing": "true"]]
    public static let parameters: [NamedParameter<CircleWipe>] = [
      .flag("closing", \.closing, "Whether the second picture comes from the corners.")
    ]
  }
}
