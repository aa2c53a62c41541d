/// How light each pixel of a picture is, with all the bits that its file has: 0 black … 1 white.
///
///     let lightest = LumaPlane(of: photo).values.max()
///
/// Of a color it is the luma of Rec. 601, 0.299 red + 0.587 green + 0.114 blue, of straight values; how transparent a pixel
/// is does not count.
public struct LumaPlane: Hashable, Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  /// One for each pixel, 0…1, row by row from the top.
  public let values: [Float]

  /// Makes a plane of its values, row by row from the top; nil where they are not as many as the pixels, or none.
  public init?(_ size: PixelSize, values: [Float]) {
    guard size.width > 0, size.height > 0, size.pixelCount == values.count else { return nil }
    self.size = size
    self.values = values
  }

  /// Takes the lightness of a bitmap's pixels, which have 8 bits a channel.
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

  /// The luma of a straight color; of a gray exactly that.
  package static func luma(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    green + 0.299 * (red - green) + 0.114 * (blue - green)
  }

  /// Writes the values of a row of a frame that the picture is stretched to, each mixed of the four around it; at the rim of the
  /// two or the one that are there.
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

  /// The two samples of `count` that a pixel of a side lies between, and how far it is from the first one, 0…1.
  private static func neighbors(_ x: Int, of side: Int, _ count: Int) -> (
    first: Int, second: Int, share: Float
  ) {
    // In double: 24 bits would be too few for a place between samples of a large picture.
    let place = (Double(x) + 0.5) * Double(count) / Double(side) - 0.5
    let within = min(max(place, 0), Double(count - 1))
    let first = Int(within)
    return (first, min(first + 1, count - 1), Float(within - Double(first)))
  }
}
