// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import SegueFilters
public import SeguePixels
public import SegueRendering

extension Transitions {
  /// The first picture closes to a point in the middle, and the second one opens out of it.
  ///
  /// - Source: xfade's circlecrop and rectcrop.
  public struct CropThrough: Transition, SelfDescribing {
    /// What is left of the picture.
    public enum Shape: String, CaseIterable, Sendable {
      /// A circle.
      case circle
      /// A rectangle with the sides of the picture.
      case rectangle
    }

    /// What is left of the picture.
    public var shape = Shape.circle
    /// What is around it.
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
      (.from, .to)
        --> Layers(background: background) { progress, screen in
          let (width, height) = screen.whole
          let share = Countdown(progress).fromMiddle
          let (across, down) = (Int(share * Float(width)), Int(share * Float(height)))
          // Of so few pixels there is none, not even the middle one.
          guard across > 0, down > 0 else { return [] }
          // A pixel belongs to it that is nearer to the middle one than half a side.
          let columns = max(0, width / 2 - across + 1)..<min(width, width / 2 + across)
          let rows = max(0, height / 2 - down + 1)..<min(height, height / 2 + down)
          let part = PixelRectangle(
            x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
            height: Double(rows.count))
          return [Layer(progress <= 0.5 ? .from : .to, part: part)]
        }
    }

    public static let name = "crop-through"
    public static let summary = "The first picture closes to a point, and the second one opens out of it."
    public static let variants: CatalogVariants = ["circlecrop": [:], "rectcrop": ["shape": "rectangle"]]
    public static let parameters: [NamedParameter<CropThrough>] = [
      .word("shape", \.shape, "What is left of the picture."),
      .color("background", \.background, "What is around it."),
    ]
  }
}
