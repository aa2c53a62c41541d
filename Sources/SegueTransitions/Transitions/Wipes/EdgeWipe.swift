// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// A hard edge uncovers the second picture, by whole pixels; two edges where it goes to a corner.
  ///
  /// - Source: xfade's wipes, on the same pixels.
  public struct EdgeWipe: Transition, SelfDescribing {
    /// Where the edge goes.
    public var direction = Corner.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      return (.from, .to)
        --> Layers { progress, screen in
          let clock = Countdown(progress)
          let (width, height) = screen.whole
          // What is left of the first picture.
          let columns = Self.rest(of: width, direction.across, clock)
          let rows = Self.rest(of: height, direction.down, clock)
          let part = PixelRectangle(
            x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
            height: Double(rows.count))
          return [Layer(.to), Layer(.from, part: part)]
        }
    }

    private static func rest(of count: Int, _ heading: Int, _ clock: Countdown) -> Range<Int> {
      switch heading {
      case 0: 0..<count
      case ..<0: 0..<min(count, clock.left(of: count) + 1)
      default: min(count, clock.gone(of: count) + 1)..<count
      }
    }

    public static let name = "edge-wipe"
    public static let summary = "A hard edge uncovers the second picture."
    public static let variants: CatalogVariants = [
      "wipeleft": ["direction": "left"], "wiperight": ["direction": "right"], "wipeup": ["direction": "up"],
      "wipedown": ["direction": "down"], "wipetl": ["direction": "top-left"],
      "wipetr": ["direction": "top-right"], "wipebl": ["direction": "bottom-left"],
      "wipebr": ["direction": "bottom-right"],
    ]
    public static let parameters: [NamedParameter<EdgeWipe>] = [
      .word("direction", \.direction, "Where the edge goes.")
    ]
  }
}
