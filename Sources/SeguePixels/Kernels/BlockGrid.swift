import CSegueKernels

/// One axis of a picture, divided into pixellation blocks of equal side; the side may be fractional.
///
/// Pixel i has its center at i + ½ and lies in block ⌊(i + ½)/side⌋. All code computes this in Double, so a
/// pixel always belongs to the same block.
///
/// The tables are raw memory, since Swift arrays would be retained for every row.
package final class BlockGrid: @unchecked Sendable {
  /// The number of blocks along the axis.
  package let count: Int
  /// The number of pixels along the axis.
  package let pixels: Int
  private let side: Double
  /// The first pixel after each block, in rising order; the last entry is the number of pixels.
  let ends: UnsafeMutablePointer<UInt32>
  /// For each block, the pixel before the block's center; the block's sample interpolates between this pixel
  /// and the pixel after it.
  let lower: UnsafeMutablePointer<UInt32>
  /// For each block, the weight, 0…1, of the pixel after `lower` in this interpolation.
  let weights: UnsafeMutablePointer<Float>
  /// The index of each pixel's block; nil if blocks have a side of `narrow` or more, or if `isSpread` is
  /// false.
  let blocks: UnsafeMutablePointer<UInt32>?

  /// The smallest side, in pixels, at which `expand` fills the blocks one by one; for smaller blocks, looking
  /// up each pixel's block is faster.
  private static let narrow = 16.0

  /// Divides `pixels` ≥ 1 pixels into blocks of `side` ≥ 1 pixels; `isSpread` prepares for `expand`.
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
      // Interpolates between two pixel centers; beyond the last center, takes the last pixel.
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

  /// Returns the index of the block that contains a pixel.
  package func block(of pixel: Int) -> Int {
    precondition(pixel >= 0 && pixel < pixels)
    return Self.block(of: pixel, side: side)
  }

  /// Returns the first pixel after the block that contains a pixel.
  package func end(after pixel: Int) -> Int { Int(ends[block(of: pixel)]) }

  /// Returns the range of pixels in a block.
  package func pixels(of block: Int) -> Range<Int> {
    precondition(block >= 0 && block < count)
    return (block == 0 ? 0 : Int(ends[block - 1]))..<Int(ends[block])
  }

  /// Returns the pixel before a block's center, and the interpolation weight 0…1 of the pixel after it.
  package func center(of block: Int) -> (before: Int, weight: Float) {
    precondition(block >= 0 && block < count)
    return (Int(lower[block]), weights[block])
  }

  private static func block(of pixel: Int, side: Double) -> Int { Int((Double(pixel) + 0.5) / side) }

  /// Returns the first pixel after block k: estimated by multiplication, then corrected for rounding.
  private static func end(of k: Int, side: Double) -> Int {
    var end = max(0, Int(Double(k + 1) * side - 0.5))
    while block(of: end, side: side) <= k { end += 1 }
    while end > 0 && block(of: end - 1, side: side) > k { end -= 1 }
    return end
  }
}

extension Kernels {
  /// Interpolates bilinearly between two rows, at the centers of all blocks; `weight` is the weight of
  /// `bottom`.
  ///
  /// Rows of one pixel must have memory for two pixels.
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

  /// Fills each block of a row with its color.
  package func expand(_ colors: Span<Pixel>, _ grid: BlockGrid, into out: inout MutableSpan<Pixel>) {
    precondition(colors.count == grid.count && out.count == grid.pixels)
    out.withBytes { out, _ in
      colors.withBytes { table.pointee.expand(out, $0, grid.ends, grid.blocks, grid.count) }
    }
  }

  /// Computes the mean color of each block, from column sums over `rows` rows.
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
