// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePlatform
import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// Crops the first picture to a point in the center, from which the second picture opens.
  ///
  /// - Source: xfade's circlecrop and rectcrop.
  public struct CropThrough: Transition, SelfDescribing {
    /// The shape of the crop.
    public enum Shape: String, CaseIterable, Sendable {
      /// A circle.
      case circle
      /// A rectangle with the picture's aspect ratio.
      case rectangle
    }

    /// The shape of the crop.
    public var shape = Shape.circle
    /// The color outside the crop.
    public var background = Pixel.black

    /// Makes the transition.
    public init() {}

    public func chain(_ operation: TransitionOperation) -> Chain {
      shape == .circle ? circle() : rectangle()
    }

    private func circle() -> Chain {
      let order = OrderMap { size, y, row in
        let down = Float(y) - Float(size.height / 2)
        for x in row.indices { row[x] = hypotf(Float(x) - Float(size.width / 2), down) }
      }
      let mix = MapMix(order) { progress, size in
        let share = 2 * Countdown(progress).fromMiddle
        return .init(turn: share * share * share * hypotf(Float(size.width / 2), Float(size.height / 2)))
      }
      let background = background
      return (.from, .to)
        --> Between { a, b, progress in
          mix.apply(
            to: ColorRows(size: a.size, color: background), progress <= 0.5 ? a : b, at: progress)
        }
    }

    private func rectangle() -> Chain {
      let background = background
      return (.from, .to)
        --> Between { a, b, progress in
          let share = Countdown(progress).fromMiddle
          // The pixels whose distance from the center pixel is less than half the side of the crop.
          func range(_ count: Int) -> Range<Int> {
            let reach = Int(share * Float(count))
            return reach > 0 ? max(0, count / 2 - reach + 1)..<min(count, count / 2 + reach) : 0..<0
          }
          return PartRows(
            inside: progress <= 0.5 ? a : b, outside: ColorRows(size: a.size, color: background),
            columns: range(a.size.width), rows: range(a.size.height))
        }
    }

    public static let name = "crop-through"
    public static let summary = "The first picture closes to a point, and the second one opens out of it."
    public static let variants: CatalogVariants = ["circlecrop": [:], "rectcrop": ["shape": "rectangle"]]
    public static let parameters: [NamedParameter<CropThrough>] = [
      .word("shape", \.shape, "Shape of the visible part."),
      .color("background", \.background, "Color around the visible part."),
    ]
  }
}
