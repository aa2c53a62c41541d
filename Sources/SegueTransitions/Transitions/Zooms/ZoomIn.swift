// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Zooms into the first picture until one pixel fills the frame, then fades to the second picture.
  ///
  /// - Source: xfade's zoomin.
  public struct ZoomIn: Transition, SelfDescribing {
    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      (.from, .to)
        --> Between { a, b, progress in
          let left = Countdown(progress).left
          let zoom = Float(smoothstep(0.5, 1, Double(left)))
          @Sendable func source(_ pixel: Int, _ count: Int) -> Int {
            Int(((0.5 + (Float(pixel) / Float(count) - 0.5) * zoom) * Float(count - 1)).rounded(.up))
          }
          let (width, height) = (a.size.width, a.size.height)
          let zoomed = PickedRows(a, columns: { source($0, width) }, rows: { source($0, height) })
          return Dissolve(mix: Animated(1 - smoothstep(0, 0.5, Double(left))))
            .apply(to: zoomed, b, at: progress)
        }
    }

    public static let name = "zoom-in"
    public static let summary = "The first picture grows and fades into the second one."
    public static let variants: CatalogVariants = ["zoomin": [:]]
    public static let parameters: [NamedParameter<ZoomIn>] = []
  }
}
