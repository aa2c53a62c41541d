// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import SeguePixels
public import SegueRendering

/// Blurs by a box filter.
///
///     let soft = try (photo --> BoxBlur(radius: 4)).frame()
///
/// Each pixel is the mean of the (2·radius + 1)² pixels around it, clamped to the edge.
///
/// - Cost: independent of the radius. Holds 2·radius + 3 rows.
/// - Source: GPUImageBoxBlurFilter, which has even radii only.
public struct BoxBlur: Filter {
  /// The radius in pixels on each side, 0…500, rounded to a whole number; may follow the progress.
  public var radius: Animated = 4

  /// Makes a blur of 9 × 9 pixels.
  public init() {}

  /// Makes a blur of `radius` pixels on each side.
  public init(radius: Animated) { self.radius = radius }

  private static let range = 0.0...500

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    let radius = Int(radius(at: progress).within(Self.range).rounded())
    return radius == 0 ? input : BoxRows(input: input, radius: radius)
  }
}

extension BoxBlur: SelfDescribing {
  public static let name = "box-blur"
  public static let summary = "Soft, by the mean of a square."
  public static let source: String? = "GPUImageBoxBlurFilter; blurRadiusInPixels = radius"
  public static let example: String? = "radius=9"
  public static let parameters: [NamedParameter<BoxBlur>] = [
    .number("radius", \.radius, in: range, unit: "pixels", "Pixels on each side; 0 changes nothing.")
  ]
}

struct BoxRows: RowSource {
  let input: any RowSource
  let radius: Int

  var inputs: [any RowSource] { [input] }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    try Reader(self, context)
  }

  private final class Reader: RowReader {
    private let kernels: Kernels
    private let radius: Int
    private let size: PixelSize
    /// A window with the rows in the box, and the row that leaves the box.
    private let window: RowWindow
    private let black: RowBuffer
    private let sums: BoxSums
    /// The row for which `sums` has the column sums; nil if the sums are not valid.
    private var summed: Int?

    init(_ rows: BoxRows, _ context: RenderContext) throws(RenderError) {
      kernels = context.kernels
      radius = rows.radius
      size = rows.size
      window = try RowWindow(rows.input, radius: radius + 1, context)
      black = RowBuffer(width: size.width)
      sums = BoxSums(width: size.width, radius: radius)
    }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) throws(RenderError) {
      if let summed, summed == y - 1 {
        self.summed = nil
        try move(entering: y + radius, leaving: y - 1 - radius)
      } else {
        summed = nil
        sums.clear()
        for offset in -radius...radius { try move(entering: y + offset, leaving: nil) }
      }
      kernels.boxAcross(sums, into: &row)
      summed = y
    }

    private func move(entering: Int, leaving: Int?) throws(RenderError) {
      try window.withRow(clamped(entering)) { (entering) throws(RenderError) in
        if let leaving {
          try window.withRow(clamped(leaving)) { add(entering, $0) }
        } else {
          try black.withRow { add(entering, $0) }
        }
      }
    }

    private func clamped(_ y: Int) -> Int { min(size.height - 1, max(0, y)) }

    private func add(_ entering: Span<Pixel>, _ leaving: Span<Pixel>) {
      kernels.moveBox(entering: entering, leaving: leaving, sums: sums)
    }
  }
}
