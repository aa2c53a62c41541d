import SeguePixels
import SegueTestSupport
import Testing

/// Convolutions in 16 bits.
@Suite struct ShortConvolutionTests {
  /// Sums are within 1/5 of a step of the formula before rounding; convolutions out of range use floats.
  @Test(
    arguments: [
      ([0.1, 0.2, -0.1, 0.3, 0.4, 0.1, -0.2, 0.1, 0.1], 0, true), ([0, 0, 0, 0, 1, 0, 0, 0, 0], 0, true),
      ([0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], 127.5, true), ([-2, -1, 0, -1, 1, 1, 0, 1, 2], 0, true),
      ([0, -4, 0, -4, 17, -4, 0, -4, 0], 0, true), ([0, -3.3, 0, -3.3, 14.2, -3.3, 0, -3.3, 0], 0, false),
      ([0, 0, 0, 0, 128.5, 0, 0, 0, 0], 0, false), ([1, 1, 1, 1, 1, 1, 1, 1, 1], -30000, true),
      ([1, 1, 1, 1, 1, 1, 1, 1, 1], -31000, false),
      ([0, 0, 0, 0, .nan, 0, 0, 0, 0], 0, false), ([0, 0, 0, 0, .infinity, 0, 0, 0, 0], 0, false),
      ([Float](repeating: 1 / 9, count: 9), 0.1, true),
    ] as [([Float], Float, Bool)])
  func shortConvolution(weights: [Float], offset: Float, isOne: Bool) throws {
    guard let short = ShortConvolution(weights, offset: offset) else {
      #expect(!isOne)
      return
    }
    #expect(isOne)
    var random = SeededGenerator(11)
    for width in [1, 2, 3, 129, 130, 131, 300] {
      let rows = (0..<3).map { _ in
        (0..<width).map { _ in
          Pixel(
            red: [0, 255, .random(in: 0...255, using: &random)][Int.random(in: 0..<3, using: &random)],
            green: .random(in: 0...255, using: &random), blue: .random(in: 250...255, using: &random))
        }
      }
      let lent = LentRows(count: 3)
      for level in SIMDLevel.available {
        var out = [Pixel](repeating: .clear, count: width)
        rows[0].withUnsafeBufferPointer { top in
          rows[1].withUnsafeBufferPointer { middle in
            rows[2].withUnsafeBufferPointer { bottom in
              lent.lend(top.span, as: 0)
              lent.lend(middle.span, as: 1)
              lent.lend(bottom.span, as: 2)
              var span = out.mutableSpan
              Kernels(level).convolve(lent, short, into: &span)
            }
          }
        }
        for x in 0..<width {
          func sum(_ channel: KeyPath<Pixel, UInt8>) -> Double {
            (0..<9).reduce(Double(offset)) { sum, tap in
              let column = min(max(x + tap % 3 - 1, 0), width - 1)
              return sum + Double(weights[tap]) * Double(rows[tap / 3][column][keyPath: channel])
            }
          }
          for channel in [\Pixel.red, \.green, \.blue] {
            let expected = min(max(sum(channel), 0), 255)
            #expect(abs(Double(out[x][keyPath: channel]) - expected) <= 0.7)
          }
          #expect(out[x].alpha == 255)
        }
      }
    }
  }
}
