import SegueGraph
import SegueLanes
import SeguePixels

extension GraphTable {
  /// Makes a texture from which a program reads the table.
  func texture() throws(RenderError) -> LaneRunner.Texture {
    var bitmap = try Bitmap(PixelSize(width: 4 * count, height: rows))
    for (index, word) in words.enumerated() {
      bitmap[index % (4 * count), index / (4 * count)] = Pixel(
        red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: UInt8(truncatingIfNeeded: word >> 16), alpha: UInt8(truncatingIfNeeded: word >> 24))
    }
    return .floats(bitmap, isFlipped: false)
  }
}
