import CSegueKernels
import SegueTestSupport
import Testing

/// The kernel for lookup in a color grid.
extension KernelTests {
  @Test(arguments: [false, true]) func mapColors(tetrahedral: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let size = Int.random(in: 2...6, using: &random)
      let points = (0..<4 * size * size * size).map { _ in Float.random(in: -0.3...1.3, using: &random) }
      // Makes some pixels multiples of 51: their fractions along the axes are equal, which tests the order of
      // the axes.
      let step: UInt8 = width % 3 == 0 ? 51 : 1
      var pixels = randomBytes(4 * width, &random).map { $0 / step * step }
      for x in 0..<width where Bool.random(using: &random) { pixels[4 * x + 3] = 255 }
      let numbers = (0..<7).map { _ in Float.random(in: 0...1, using: &random) }
      points.withUnsafeBufferPointer { points in
        var grid = segue_color_grid(
          points: points.baseAddress, size: UInt32(size),
          scale: (Float(size - 1), numbers[0] * 9, Float(size - 1)), offset: (0, numbers[1] * 2 - 1, 0),
          intensity: numbers[2], tetrahedral: tetrahedral)
        table.pointee.map_colors(out, pixels, &grid, width)
      }
    }
  }
}
