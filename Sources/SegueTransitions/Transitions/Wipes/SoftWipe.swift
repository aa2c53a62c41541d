// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Uncovers the second picture by a soft edge as wide as the frame.
  ///
  /// If the edge moves toward a corner, its contours are hyperbolas.
  ///
  /// - Source: xfade's smooth and diag wipes.
  public struct SoftWipe: Transition, SelfDescribing {
    /// The direction in which the edge moves.
    public var direction = Corner.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let (across, down) = (direction.across, direction.down)
      let order = OrderMap(down == 0 ? .columns : across == 0 ? .rows : .both) { size, y, row in
        let lower = Self.share(y, of: size.height, down)
        for x in row.indices { row[x] = -lower * Self.share(x, of: size.width, across) }
      }
      return (.from, .to)
        --> MapMix(order) { progress, _ in .init(turn: 2 * Float(progress) - 1, softness: 1) }
    }

    /// Returns the distance of a pixel from the side to which the edge moves, as a share of the frame's width
    /// or height; 1 if the edge does not move along this axis.
    private static func share(_ pixel: Int, of count: Int, _ heading: Int) -> Float {
      heading == 0 ? 1 : Float(heading < 0 ? pixel : count - 1 - pixel) / Float(count)
    }

    public static let name = "soft-wipe"
    public static let summary = "An edge as wide as the picture uncovers the second one."
    public static let variants: CatalogVariants = [
      "smoothleft": ["direction": "left"], "smoothright": ["direction": "right"],
      "smoothup": ["direction": "up"], "smoothdown": ["direction": "down"],
      "diagtl": ["direction": "top-left"], "diagtr": ["direction": "top-right"],
      "diagbl": ["direction": "bottom-left"], "diagbr": ["direction": "bottom-right"],
    ]
    public static let parameters: [NamedParameter<SoftWipe>] = [
      .word("direction", \.direction, "Where the edge goes.")
    ]
  }
}
