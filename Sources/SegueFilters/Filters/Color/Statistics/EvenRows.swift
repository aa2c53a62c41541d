import SeguePixels
import SegueRendering

/// Rows of one color.
struct EvenRows: FloatSource {
  let size: PixelSize
  /// Red, green, blue and alpha, premultiplied, 0…1.
  let color: SIMD4<Double>

  var inputs: [any RowSource] { [] }

  var inFloats: any RowSource { EvenFloats(size: size, color: SIMD4<Float>(color)) }

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

/// Rows of floats of one color.
private struct EvenFloats: RowSource {
  let picture: PixelSize
  let color: SIMD4<Float>

  init(size: PixelSize, color: SIMD4<Float>) { (picture, self.color) = (size, color) }

  var inputs: [any RowSource] { [] }
  var size: PixelSize { PixelSize(width: 4 * picture.width, height: picture.height) }

  func rowsAlike(from y: Int) -> Int { size.height }

  func makeReader(_ context: RenderContext) -> any RowReader { Reader(color) }

  private final class Reader: RowReader {
    private let color: SIMD4<Float>

    init(_ color: SIMD4<Float>) { self.color = color }

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.fill(floats: color) }
  }
}
