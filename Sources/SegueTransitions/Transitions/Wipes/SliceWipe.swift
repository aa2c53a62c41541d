// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Uncovers the second picture in ten slices, which grow one after another.
  ///
  /// - Source: xfade's hlslice, hrslice, vuslice and vdslice.
  public struct SliceWipe: Transition, SelfDescribing {
    /// The direction in which the wipe moves.
    public var direction = Heading.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let order =
        switch direction {
        case .left:
          OrderMap(.columns) { size, _, row in
            for x in row.indices { row[x] = Self.turn(x, size.width) }
          }
        case .right:
          OrderMap(.columns) { size, _, row in
            for x in row.indices { row[x] = Self.turn(size.width - 1 - x, size.width) }
          }
        case .up: OrderMap(.rows) { size, y, row in row[0] = Self.turn(y, size.height) }
        case .down:
          OrderMap(.rows) { size, y, row in row[0] = Self.turn(size.height - 1 - y, size.height) }
        }
      return (.from, .to) --> MapMix(order) { progress, _ in .init(turn: Float(progress)) }
    }

    /// Returns the progress p at which a pixel changes, for a pixel at the share c of the frame's side: the
    /// solution of S(2c − 2 + 3p) = fract(10c), with S(z) = z²(3 − 2z).
    private static func turn(_ pixel: Int, _ count: Int) -> Float {
      let place = Float(pixel) / Float(count)
      // Uses single precision, so that slices begin at the same pixels as in xfade.
      let part = 10 * place - (10 * place).rounded(.down)
      let inverse = 0.5 - sin(asin(1 - 2 * Double(part)) / 3)
      return Float((2 - 2 * Double(place) + inverse) / 3)
    }

    public static let name = "slice-wipe"
    public static let summary = "Ten slices of the second picture grow one after another."
    public static let variants: CatalogVariants = [
      "hlslice": ["direction": "left"], "hrslice": ["direction": "right"], "vuslice": ["direction": "up"],
      "vdslice": ["direction": "down"],
    ]
    public static let parameters: [NamedParameter<SliceWipe>] = [
      .word("direction", \.direction, "Where the slices go.")
    ]
  }
}
