// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Uncovers the second picture by a hard edge at whole pixels, or by a horizontal and a vertical edge that
  /// move to a corner.
  ///
  /// - Source: xfade's wipes, with the same pixels.
  public struct EdgeWipe: Transition, SelfDescribing {
    /// The direction in which the edge moves.
    public var direction = Corner.left

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let direction = direction
      return (.from, .to)
        --> Between { a, b, progress in
          let clock = Countdown(progress)
          // Shows the remaining rectangle of the first picture over the second picture.
          return PartRows(
            inside: a, outside: b, columns: Self.rest(of: a.size.width, direction.across, clock),
            rows: Self.rest(of: a.size.height, direction.down, clock))
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
