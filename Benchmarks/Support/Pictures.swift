public import Segue

extension PixelSize {
  /// 1920x1080, the size of most measurements.
  public static var fullHD: PixelSize { PixelSize(width: 1920, height: 1080) }
}

extension Bitmap {
  /// An opaque picture of smooth colors, with some edges and with grain; the same for the same seed.
  ///
  /// The picture is harder to compress than a drawing, but easier than noise.
  public static func picture(_ size: PixelSize, seed: Int) throws -> Bitmap {
    var bitmap = try Bitmap(size)
    var state = UInt64(truncatingIfNeeded: seed)
    for y in 0..<size.height {
      bitmap.withMutableRow(y) { row in
        for x in row.indices {
          // Knuth's MMIX generator, whose upper bits are random enough for grain.
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let grain = Int(state >> 61)
          let isLight = ((x + seed * 97) / 64 + y / 64) % 2 == 0
          row[x] = Pixel(
            red: UInt8(x * 247 / size.width + grain), green: UInt8(y * 247 / size.height + grain),
            blue: UInt8((isLight ? 200 : 40) + grain))
        }
      }
    }
    return bitmap
  }
}
