// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Uncovers the second picture by a ragged edge, with a random offset in each row or column.
  ///
  /// - Source: xfade's hlwind, hrwind, vuwind and vdwind.
  public struct GustWipe: Transition, SelfDescribing {
    /// The direction in which the edge moves.
    public var direction = Heading.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      let order = OrderMap { size, y, row in
        let (width, height) = (Float(size.width), Float(size.height))
        switch direction {
        case .left, .right:
          let ragged = 0.2 * Noise.at(0, y)
          for x in row.indices {
            let place = Float(x) / width
            row[x] = 0.8 * (direction == .left ? 1 - place : place) + ragged
          }
        case .up, .down:
          let place = Float(y) / height
          for x in row.indices {
            row[x] = 0.8 * (direction == .up ? 1 - place : place) + 0.2 * Noise.at(x, 0)
          }
        }
      }
      return (.from, .to)
        --> MapMix(order) { progress, _ in .init(turn: 1.2 * Float(progress), softness: 0.2) }
    }

    public static let name = "gust-wipe"
    public static let summary = "A ragged edge uncovers the second picture."
    public static let variants: CatalogVariants = [
      "hlwind": ["direction": "left"], "hrwind": ["direction": "right"], "vuwind": ["direction": "up"],
      "vdwind": ["direction": "down"],
    ]
    public static let parameters: [NamedParameter<GustWipe>] = [
      .word("direction", \.direction, "Where the edge goes.")
    ]
  }
}

/// The sine-based noise function common in shaders, also used by xfade.
enum Noise {
  /// Returns a pseudorandom number 0…1 for a pixel position.
  static func at(_ x: Int, _ y: Int) -> Float {
    let value = sinf(Float(x) * 12.9898 + Float(y) * 78.233) * 43758.545
    return value - value.rounded(.down)
  }
}
