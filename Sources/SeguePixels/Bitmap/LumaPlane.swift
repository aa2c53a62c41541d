/// The luma of each pixel of a picture as floats: 0 black … 1 white.
///
///     let lightest = LumaPlane(of: photo).values.max()
///
/// Luma is 0.299 red + 0.587 green + 0.114 blue (Rec. 601) of straight values; alpha is ignored.
public struct LumaPlane: Hashable, Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  /// The luma of each pixel, 0…1, row by row from the top.
  public let values: [Float]

  /// Makes a plane from values, row by row from the top; nil if the plane is empty, or if the count is not
  /// width times height.
  public init?(_ size: PixelSize, values: [Float]) {
    guard size.width > 0, size.height > 0, size.pixelCount == values.count else { return nil }
    self.size = size
    self.values = values
  }

  /// Computes the luma of a bitmap from its 8-bit pixels.
  public init(of bitmap: Bitmap) {
    let isStraight = bitmap.straight != nil
    let storage = bitmap.straight ?? bitmap.storage
    var values: [Float] = []
    values.reserveCapacity(bitmap.width * bitmap.height)
    for y in 0..<bitmap.height {
      for pixel in storage.row(y) {
        let most: Float = isStraight ? 255 : max(1, Float(pixel.alpha))
        values.append(
          LumaPlane.luma(
            Float(pixel.red) / most, Float(pixel.green) / most, Float(pixel.blue) / most))
      }
    }
    size = bitmap.size
    self.values = values
  }

  /// Returns the luma of a straight color.
  ///
  /// With this form of the sum, the luma of a gray is exactly the value of its channels.
  package static func luma(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    green + 0.299 * (red - green) + 0.114 * (blue - green)
  }

  /// Stretches the plane to a frame by bilinear interpolation, clamped to the edge, and writes row `y` of the
  /// frame.
  package func stretch(row y: Int, of frame: PixelSize, into row: inout MutableSpan<Float>) {
    let (above, below, down) = LumaPlane.neighbors(y, of: frame.height, size.height)
    let (upper, lower) = (above * size.width, below * size.width)
    for x in row.indices {
      let (left, right, across) = LumaPlane.neighbors(x, of: frame.width, size.width)
      let a = values[upper + left] + (values[upper + right] - values[upper + left]) * across
      let b = values[lower + left] + (values[lower + right] - values[lower + left]) * across
      row[x] = a + (b - a) * down
    }
  }

  /// Returns the indices, along one axis, of the plane's samples before and after the center of pixel `x` of
  /// a frame, and the weight of the second sample.
  private static func neighbors(_ x: Int, of side: Int, _ count: Int) -> (
    first: Int, second: Int, share: Float
  ) {
    // Uses Double: the 24 bits of a Float are too few for positions in large pictures.
    let place = (Double(x) + 0.5) * Double(count) / Double(side) - 0.5
    let within = min(max(place, 0), Double(count - 1))
    let first = Int(within)
    return (first, min(first + 1, count - 1), Float(within - Double(first)))
  }
}
