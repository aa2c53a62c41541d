/// How one axis of a picture falls into blocks of equal, not necessarily whole, side.
///
/// Pixel i, whose centre is i + ½, lies in block ⌊(i + ½)/side⌋, all of it in Double: the same pixel falls into
/// the same block everywhere.
struct BlockGrid: Sendable {
  /// The first pixel after each block; rising, the last is the count of pixels.
  private(set) var ends: [UInt32] = []
  /// The pixel left of (above) each block's centre, such that it and the next one hold the centre's sample.
  private(set) var lower: [UInt32] = []
  /// How much of the next pixel each sample takes, 0…1.
  private(set) var weights: [Float] = []
  private let side: Double

  /// Divides `count` pixels into blocks of `side` pixels, at least 1.
  init(count: Int, side: Double) {
    self.side = side
    let blocks = Self.block(of: count - 1, side: side) + 1
    ends.reserveCapacity(blocks)
    lower.reserveCapacity(blocks)
    weights.reserveCapacity(blocks)
    for k in 0..<blocks {
      ends.append(UInt32(k == blocks - 1 ? count : Self.end(of: k, side: side)))
      // The centre's sample lies between the pixel centres on both sides; past the last one it takes that.
      let u = max(0, (Double(k) + 0.5) * side - 0.5)
      let left = min(Int(u), max(0, count - 2))
      lower.append(UInt32(left))
      weights.append(count == 1 ? 0 : Float(min(1, u - Double(left))))
    }
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
