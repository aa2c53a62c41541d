// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
import SeguePixels
public import SegueRendering

extension Transitions {
  /// Zooms into the first picture and fades to the second one.
  ///
  /// With `.pixel`, the zoom continues until one pixel fills the frame, before the second picture appears.
  ///
  /// - Source: xfade's zoomin, for `.pixel`.
  public struct ZoomIn: Transition, SelfDescribing {
    /// The way the first picture is magnified.
    public enum Sampling: String, CaseIterable, Sendable {
      /// By smooth interpolation, while the picture fades.
      case smooth
      /// By the nearest pixel, until a single pixel fills the frame.
      case pixel
    }

    /// The way the first picture is magnified.
    public var sampling = Sampling.smooth
    /// The final magnification of the first picture, with smooth sampling.
    public var magnification = 5.0

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      guard sampling == .pixel else {
        let growth = magnification - 1
        let layers = Layers(background: .clear) { e, screen in
          let left = (1 - e) * (1 - e)
          return [
            Layer(.to, transform: .scale(1 + 0.12 * left, about: screen.center)),
            Layer(
              .from, transform: .scale(1 + growth * e * e, about: screen.center),
              opacity: 1 - smoothstep(0.35, 0.85, e)),
          ]
        }
        return (.from, .to) --> Between { a, b, progress in layers.apply(to: a, b, at: progress) }
      }
      return (.from, .to)
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
    public static let variants: CatalogVariants = ["zoomin": ["sampling": "pixel"]]
    public static let parameters: [NamedParameter<ZoomIn>] = [
      .word("sampling", \.sampling, "Whether the picture is magnified smoothly, or by pixels up to one."),
      .number(
        "magnification", \.magnification, in: 1...100,
        "Size of the first picture at the end, where it is smooth."),
    ]
  }
}
