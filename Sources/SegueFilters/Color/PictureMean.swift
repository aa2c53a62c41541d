import SeguePixels
import SegueRendering
import Synchronization

/// Rows that depend on the mean of a whole picture, which is found once a frame, for all threads.
struct RowsOfMean: RowSource {
  /// Red, green, blue and alpha of premultiplied pixels, 0…1.
  typealias Mean = SIMD4<Double>

  private let whole: WholeInput
  private let known = SharedMean()
  private let make: @Sendable (any RowSource, Mean) -> any RowSource

  var inputs: [any RowSource] { [whole.rows] }

  /// Takes what makes the rows of the picture and its mean.
  init(_ input: any RowSource, make: @escaping @Sendable (any RowSource, Mean) -> any RowSource) {
    whole = WholeInput(input)
    self.make = make
  }

  func makeReader(_ context: RenderContext) throws(RenderError) -> any RowReader {
    let picture = try whole.bitmap(context)
    return try make(picture, known.mean(of: picture, context.kernels)).makeReader(context)
  }
}

private final class SharedMean: Sendable {
  private let known = Mutex<SIMD4<Double>?>(nil)

  func mean(of picture: Bitmap, _ kernels: Kernels) -> SIMD4<Double> {
    known.withLock { known in
      if let known { return known }
      let mean = Self.sum(picture, kernels) / (Double(picture.width) * Double(picture.height) * 255)
      known = mean
      return mean
    }
  }

  private static func sum(_ picture: Bitmap, _ kernels: Kernels) -> SIMD4<Double> {
    var columns = [UInt32](repeating: 0, count: 4 * picture.width)
    var total = SIMD4<Double>.zero
    for y in 0..<picture.height {
      var span = columns.mutableSpan
      picture.withRow(y) { kernels.add($0, to: &span) }
      // A sum of bytes fills its 32 bits after 16 million rows.
      guard y == picture.height - 1 || y % (1 << 24) == (1 << 24) - 1 else { continue }
      for x in 0..<picture.width {
        for channel in 0..<4 { total[channel] += Double(columns[4 * x + channel]) }
      }
      for index in columns.indices { columns[index] = 0 }
    }
    return total
  }
}

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

    func read(_ y: Int, into row: inout MutableSpan<Pixel>) { row.update(repeating: pixel) }
  }
}

/// How light a color is, as GPUImage weighs it.
func luminance(of color: SIMD4<Double>) -> Double { (color * [0.2125, 0.7154, 0.0721, 0]).sum() }
