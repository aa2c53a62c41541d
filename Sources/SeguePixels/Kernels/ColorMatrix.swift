/// A color matrix in fixed point, for opaque pixels; alpha is unchanged.
package struct ColorMatrix: Sendable {
  let weights: [Int16]
  let offsets: [Int32]
  let shift: Int

  /// Makes a matrix from three rows, each with the weights of red, green and blue, and a constant, which is 1
  /// for white.
  ///
  /// Weights are stored in units of 1/2048 or finer, which limits the error of results to 1/5 of an 8-bit
  /// level. The result is nil if a weight is too large for this precision.
  package init?(_ rows: [[Double]]) {
    let largest = rows.joined().map(abs).max() ?? 0
    // Keeps the sum of three products and a constant within 32 bits: a product of a weight and a channel is
    // below 2^15 · 2^8, and the constant below 2^15 · 255.
    guard let shift = (11...13).last(where: { (largest + 1) * Double(1 << $0) < 32768 }) else { return nil }
    let scale = Double(1 << shift)
    weights =
      rows.flatMap { $0[..<3].map { Int16(($0 * scale).rounded()) } + [0] } + [0, 0, 0, Int16(1 << shift)]
    offsets = rows.map { Int32(($0[3] * 255 * scale).rounded()) + 1 << (shift - 1) } + [0]
    self.shift = shift
  }
}

extension Kernels {
  /// Applies a color matrix to opaque pixels.
  package func transformColors(_ row: Span<Pixel>, _ matrix: ColorMatrix, into out: inout MutableSpan<Pixel>)
  {
    transformColors(
      row, weights: matrix.weights, offsets: matrix.offsets, shift: matrix.shift, into: &out)
  }
}
