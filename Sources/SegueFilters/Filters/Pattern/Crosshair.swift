// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SeguePixels
public import SegueRendering

/// Marks positions with crosses.
///
///     var crosshair = Crosshair()
///     crosshair.points = [[0.25, 0.5], [0.75, 0.5]]
///     let marked = try (photo --> crosshair).frame()
///
/// - Cost: writing the pixels.
/// - Source: GPUImageCrosshairGenerator, which draws without a picture below.
public struct Crosshair: Filter {
  /// The positions, from 0, 0 at the top left to 1, 1 at the bottom right; positions outside are ignored.
  public var points: [SIMD2<Double>] = [[0.5, 0.5]]
  /// The size of a cross in pixels; the thickness of its arms is 0.18 times the size, at least one pixel.
  public var crosshairWidth: Animated = 5
  /// The color of the crosses.
  public var color = Pixel(red: 0, green: 255, blue: 0)
  /// Whether crosses are drawn on the picture; otherwise they are white on black.
  public var marks = true

  /// Makes the filter with the default values of its parameters.
  public init() {}

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let size = input.size
    let crosses = CrossRows(
      size: size,
      // Crosses are centered on pixels, so that thin arms cover a pixel.
      centers: points.filter { (0...1).contains($0.x) && (0...1).contains($0.y) }.map { point in
        SIMD2(
          min(Int(point.x * Double(size.width)), size.width - 1),
          min(Int(point.y * Double(size.height)), size.height - 1))
      }, width: crosshairWidth(at: progress).within(0...10_000))
    return marks ? Stage.mark(input, crosses, at: progress, ["mark": color.parts]) : crosses
  }
}

extension Crosshair: SelfDescribing {
  public static let name = "crosshair"
  public static let aliases = ["crosshairs", "crosshair-generator"]
  public static let summary = "Crosses that mark places of the picture."
  public static let source: String? =
    "GPUImageCrosshairGenerator; renderCrosshairsFromArray = points; crosshairColor = color"
  public static let example: String? = "points=0.25,0.5,0.5,0.5,0.75,0.5,crosshairWidth=60"
  public static let parameters: [NamedParameter<Crosshair>] = [
    .groups("points", of: "x,y", \.points, in: 0...1, "The places, from the top left."),
    .number("crosshairWidth", \.crosshairWidth, in: 0...10_000, unit: "pixels", "How wide a cross is."),
    .color("color", \.color, "The color of crosses."),
    .flag("marks", \.marks, "Crosses on the picture; white on black otherwise."),
  ]
}

private struct CrossRows: RowSource {
  let size: PixelSize
  let centers: [SIMD2<Int>]
  let width: Double

  var inputs: [any RowSource] { [] }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(self) }

  private final class Reader: RowReader {
    private let rows: CrossRows

    init(_ rows: CrossRows) { self.rows = rows }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) {
      row.fill(.black)
      let (arm, half) = (Int(rows.width / 2), Int(0.09 * rows.width))
      guard rows.width >= 1 else { return }
      for center in rows.centers {
        let away = abs(center.y - y)
        guard away <= arm else { continue }
        let reach = away <= half ? arm : half
        for x in max(0, center.x - reach)...min(row.count - 1, center.x + reach) { row[x] = .white }
      }
    }
  }
}
