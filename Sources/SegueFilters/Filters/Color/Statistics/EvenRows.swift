import SeguePixels
import SegueRendering

/// Rows of one color.
struct EvenRows: RowSource {
  let size: PixelSize
  /// Red, green, blue and alpha, premultiplied, 0…1.
  let color: SIMD4<Double>

  var inputs: [any RowSource] { [] }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader {
    let bytes = (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
    return Reader(
      Pixel(red: UInt8(bytes.x), green: UInt8(bytes.y), blue: UInt8(bytes.z), alpha: UInt8(bytes.w)))
  }

  private final class Reader: RowReader {
    private let pixel: Pixel

    init(_ pixel: Pixel) { self.pixel = pixel }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.fill(pixel) }
  }
}
