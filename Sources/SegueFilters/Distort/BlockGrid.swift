/// How one axis of a picture falls into blocks of equal, not necessarily whole, side.
///
/// Pixel i, whose center is i + ½, lies in block ⌊(i + ½)/side⌋, all of it in Double: the same pixel falls into
/// the same block everywhere.
///
/// A class, so that readers share one without counting references to each table.
final class BlockGrid: Sendable {
  /// The first pixel after each block; rising, the last is the count of pixels.
  let ends: [UInt32]
  /// The pixel left of (above) each block's center, such that it and the next one hold the center's sample.
  let lower: [UInt32]
  /// How much of the next pixel each sample takes, 0…1.
  let weights: [Float]
  private let side: Double

  /// Divides `count` pixels into blocks of `side` pixels, at least 1.
  init(count: Int, side: Double) {
    self.side = side
    let blocks = Self.block(of: count - 1, side: side) + 1
    var ends: [UInt32] = []
    var lower: [UInt32] = []
    var weights: [Float] = []
    ends.reserveCapacity(blocks)
    lower.reserveCapacity(blocks)
    weights.reserveCapacity(blocks)
    for k in 0..<blocks {
      ends.append(UInt32(k == blocks - 1 ? count : Self.end(of: k, side: side)))
      // A center's sample lies between the pixel centers on both sides; past the last one it is that pixel.
      let center = max(0, (Double(k) + 0.5) * side - 0.5)
      let left = min(Int(center), max(0, count - 2))
      lower.append(UInt32(left))
      weights.append(count == 1 ? 0 : Float(min(1, center - Double(left))))
    }
    self.ends = ends
    self.lower = lower
    self.weights = weights
  }

  /// The block that holds a pixel.
  func block(of pixel: Int) -> Int { Self.block(of: pixel, side: side) }

  private static func block(of pixel: Int, side: Double) -> Int { Int((Double(pixel) + 0.5) / side) }

  /// The first pixel after block k: solved directly, then put right where rounding moved it by one.
  private static func end(of k: Int, side: Double) -> Int {
    var end = max(0, Int(Double(k + 1) * side - 0.5))
    while block(of: end, side: side) <= k { end += 1 }
    while end > 0 && block(of: end - 1, side: side) > k { end -= 1 }
    return end
  }
}
