import SeguePixels
import SegueRendering
import Synchronization

/// The mipmap levels of pictures; all levels of a picture are computed on first use.
final class PictureLevels: Sendable {
  private let made = Mutex<[(of: Bitmap, levels: Bitmap)]>([])

  /// Returns a bitmap with all mipmap levels of a picture from level 1 on; the levels follow one another
  /// along the v axis, from v = 0 on.
  ///
  /// Each pixel is the mean of four pixels of the previous level, as in OpenGL. The last column or row of an
  /// odd size is dropped.
  func levels(of picture: ShaderPicture, _ isFlipped: Bool) throws(RenderError) -> ShaderPicture {
    // Returns a bitmap of one pixel for a picture of floats, which has no mipmap levels.
    if picture.hasFloats { return ShaderPicture(bitmap: try Bitmap(width: 1, height: 1)) }
    let levels = try made.withLock { (made) throws(RenderError) in
      if let known = made.first(where: { $0.of.storage === picture.bitmap.storage }) { return known.levels }
      let levels = try Self.levels(of: picture, isFlipped)
      made.append((picture.bitmap, levels))
      return levels
    }
    return ShaderPicture(bitmap: levels)
  }

  private static func levels(of picture: ShaderPicture, _ isFlipped: Bool) throws(RenderError) -> Bitmap {
    let known = picture.known
    var all = try Bitmap(known.levels.size)
    var before = picture.bitmap
    for level in 1...max(1, known.lastLevel) {
      let next = try half(before, known.size(ofLevel: level))
      let start = known.start(ofLevel: level)
      let first = isFlipped ? all.height - start - next.height : start
      for y in 0..<next.height {
        all.withMutableRow(first + y) { row in
          next.withRow(y) { pixels in for x in pixels.indices { row[x] = pixels[x] } }
        }
      }
      before = next
    }
    return all
  }

  private static func half(_ picture: Bitmap, _ size: PixelSize) throws(RenderError) -> Bitmap {
    var half = try Bitmap(size)
    // Averages the column or row with itself if the picture has only one column or row.
    let (right, below) = (picture.width > 1 ? 1 : 0, picture.height > 1 ? 1 : 0)
    for y in 0..<size.height {
      half.withMutableRow(y) { row in
        picture.withRow(2 * y) { upper in
          picture.withRow(2 * y + below) { lower in
            for x in row.indices {
              let (a, b, c, d) = (upper[2 * x], upper[2 * x + right], lower[2 * x], lower[2 * x + right])
              row[x] = Pixel(
                red: mean(a.red, b.red, c.red, d.red), green: mean(a.green, b.green, c.green, d.green),
                blue: mean(a.blue, b.blue, c.blue, d.blue),
                alpha: mean(a.alpha, b.alpha, c.alpha, d.alpha))
            }
          }
        }
      }
    }
    return half
  }

  private static func mean(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
    UInt8((UInt16(a) + UInt16(b) + UInt16(c) + UInt16(d) + 2) / 4)
  }
}
