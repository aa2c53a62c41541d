import CSegueKernels

/// How one axis of a picture falls into blocks of equal, not necessarily whole, side.
///
/// Pixel i, whose center is i + ½, lies in block ⌊(i + ½)/side⌋, all of it in Double: the same pixel falls into
/// the same block everywhere.
///
/// Its tables are memory of its own, since references to arrays would be counted for every row (decision 69).
package final class BlockGrid: @unchecked Sendable {
  /// Blocks, and pixels.
  package let count: Int
  package let pixels: Int
  private let side: Double
  /// The first pixel after each block; rising, the last is the count of pixels.
  let ends: UnsafeMutablePointer<UInt32>
  /// The pixel left of (above) each block's center, such that it and the next one hold the center's sample.
  let lower: UnsafeMutablePointer<UInt32>
  /// How much of the next pixel each sample takes, 0…1.
  let weights: UnsafeMutablePointer<Float>
  /// The block of each pixel, where blocks are narrow and colors are spread over them.
  let blocks: UnsafeMutablePointer<UInt32>?

  /// Blocks of this many pixels or more are filled one by one: to make a table of the block of each pixel would take longer.
  private static let narrow = 16.0

  /// Divides some pixels, at least one, into blocks of `side` pixels, at least 1; says whether colors are spread over the pixels.
  package init(pixels: Int, side: Double, isSpread: Bool) {
    precondition(pixels > 0 && side >= 1)
    (self.pixels, self.side) = (pixels, side)
    count = Self.block(of: pixels - 1, side: side) + 1
    ends = .allocate(capacity: count)
    lower = .allocate(capacity: count)
    weights = .allocate(capacity: count)
    blocks = isSpread && side < Self.narrow ? .allocate(capacity: pixels) : nil
    var start = 0
    for block in 0..<count {
      let end = block == count - 1 ? pixels : Self.end(of: block, side: side)
      (ends + block).initialize(to: UInt32(end))
      if let blocks { (blocks + start).initialize(repeating: UInt32(block), count: end - start) }
      start = end
      // A center's sample lies between the pixel centers on both sides; past the last one it is that pixel.
      let center = max(0, (Double(block) + 0.5) * side - 0.5)
      let left = min(Int(center), max(0, pixels - 2))
      (lower + block).initialize(to: UInt32(left))
      (weights + block).initialize(to: pixels == 1 ? 0 : Float(min(1, center - Double(left))))
    }
  }

  deinit {
    ends.deallocate()
    lower.deallocate()
    weights.deallocate()
    blocks?.deallocate()
  }

  /// The block that holds a pixel.
  package func block(of pixel: Int) -> Int {
    precondition(pixel >= 0 && pixel < pixels)
    return Self.block(of: pixel, side: side)
  }

  /// The first pixel after the block that holds a pixel.
  package func end(after pixel: Int) -> Int { Int(ends[block(of: pixel)]) }

  /// The pixels of a block.
  package func pixels(of block: Int) -> Range<Int> {
    precondition(block >= 0 && block < count)
    return (block == 0 ? 0 : Int(ends[block - 1]))..<Int(ends[block])
  }

  /// The pixel before a block's center, and how much of the next one its sample takes, 0…1.
  package func center(of block: Int) -> (before: Int, weight: Float) {
    precondition(block >= 0 && block < count)
    return (Int(lower[block]), weights[block])
  }

  private static func block(of pixel: Int, side: Double) -> Int { Int((Double(pixel) + 0.5) / side) }

  /// The first pixel after block k: solved directly, then put right where rounding moved it by one.
  private static func end(of k: Int, side: Double) -> Int {
    var end = max(0, Int(Double(k + 1) * side - 0.5))
    while block(of: end, side: side) <= k { end += 1 }
    while end > 0 && block(of: end - 1, side: side) > k { end -= 1 }
    return end
  }
}

extension Kernels {
  /// One bilinear sample per block of a row, at its center, of two rows; of rows one pixel wide, there is memory for two.
  package func sample(
    _ top: Span<Pixel>, _ bottom: Span<Pixel>, weight: Float, _ grid: BlockGrid,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(top.count == grid.pixels && bottom.count == grid.pixels && out.count == grid.count)
    out.withBytes { out, count in
      top.withBytes { top in
        bottom.withBytes { bottom in
          table.pointee.sample(out, top, bottom, weight, grid.lower, grid.weights, count)
        }
      }
    }
  }

  /// Spreads one color per block over the pixels of a row.
  package func expand(_ colors: Span<Pixel>, _ grid: BlockGrid, into out: inout MutableSpan<Pixel>) {
    precondition(colors.count == grid.count && out.count == grid.pixels)
    out.withBytes { out, _ in
      colors.withBytes { table.pointee.expand(out, $0, grid.ends, grid.blocks, grid.count) }
    }
  }

  /// The mean of each block of `sums` over `rows` rows.
  package func mean(
    of sums: Span<UInt32>, rows: Int, _ grid: BlockGrid, into colors: inout MutableSpan<Pixel>
  ) {
    precondition(colors.count == grid.count && sums.count == 4 * grid.pixels)
    sums.withUnsafeBufferPointer { sums in
      colors.withBytes { colors, count in
        table.pointee.mean(colors, sums.baseAddress, grid.ends, count, UInt32(rows))
      }
    }
  }
}
