// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Squeezes the first picture to a line in the middle, in front of the second picture.
  ///
  /// - Source: xfade's squeezeh and squeezev.
  public struct Squeeze: Transition, SelfDescribing {
    /// The direction of the final line.
    public var line = Axis.horizontal

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      line == .horizontal
        ? (.from, .to)
          --> Between { a, b, progress in
            SlidRows(front: a, back: b, rows: Self.sources(a.size.height, progress))
          }
        : (.from, .to)
        --> Between { a, b, progress in
          let columns = Self.sources(a.size.width, progress)
          let seen = (columns.firstIndex { $0 != nil } ?? 0)..<((columns.lastIndex { $0 != nil } ?? -1) + 1)
          return PartRows(
            inside: PickedRows(a, seen: seen, columns: { columns[$0] ?? 0 }), outside: b, columns: seen,
            rows: 0..<a.size.height)
        }
    }

    /// Returns, for each row or column of the frame, the row or column of the first picture that is shown
    /// there; nil where the second picture is visible.
    private static func sources(_ count: Int, _ progress: Double) -> [Int?] {
      let left = Countdown(progress).left
      return (0..<count).map { pixel in
        let place = 0.5 + (Float(pixel) / Float(count) - 0.5) / left
        return place >= 0 && place <= 1 ? Int((place * Float(count - 1)).rounded(.toNearestOrEven)) : nil
      }
    }

    public static let name = "squeeze"
    public static let summary = "The first picture is squeezed to a line in the middle."
    public static let variants: CatalogVariants = ["squeezeh": [:], "squeezev": ["line": "vertical"]]
    public static let parameters: [NamedParameter<Squeeze>] = [
      .word("line", \.line, "Direction of the line to which the first picture shrinks.")
    ]
  }
}
