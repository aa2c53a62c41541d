/// A color matrix for opaque pixels, as kernels take it; alpha is kept.
package struct ColorMatrix: Sendable {
  let weights: [Int16]
  let offsets: [Int32]
  let shift: Int

  /// Makes a matrix of three rows: the weights of red, green and blue, and a constant, 1 being white.
  ///
  /// Weights are stored in 1/2048 or finer, so that results are within 1/5 of a level; nil if weights are too
  /// large for that.
  package init?(_ rows: [[Double]]) {
    let largest = rows.joined().map(abs).max() ?? 0
    // The sum of four terms fits 32 bits: each is below 2^15 · 2^8, the constant below 2^15 · 255.
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
