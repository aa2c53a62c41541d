// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Fades the first picture to a color, and the color to the second picture.
  ///
  /// - Source: xfade's fadeblack and fadewhite.
  public struct FadeThroughColor: Transition, SelfDescribing {
    /// The color between the two pictures.
    public var color = Pixel.black

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      let color = color
      return (.from, .to)
        --> Between { a, b, progress in
          // The weight of the first picture falls to 0 in the first fifth of the progress; the weight of the
          // second picture rises over the whole progress.
          let first = (1 - progress) * smoothstep(0.8, 1, 1 - progress)
          let second = progress * (1 - smoothstep(0.2, 1, 1 - progress))
          let pictures = Dissolve(mix: Animated(second / (first + second))).apply(to: a, b, at: progress)
          return Dissolve(mix: Animated(first + second))
            .apply(to: ColorRows(size: a.size, color: color), pictures, at: progress)
        }
    }

    public static let name = "fade-through-color"
    public static let summary = "The first picture fades to a color, and the color to the second picture."
    public static let variants: CatalogVariants = ["fadeblack": [:], "fadewhite": ["color": "white"]]
    public static let parameters: [NamedParameter<FadeThroughColor>] = [
      .color("color", \.color, "Color between the pictures.")
    ]
  }
}
