/// A 3 × 3 convolution of opaque pixels in 16-bit integers, twice as fast as in floats.
package struct ShortConvolution: Sendable {
  let weights: [Int16]
  let offset: Int16
  let shift: Int

  /// Makes a convolution from 9 weights, row by row from the top left, and an offset in 8-bit levels.
  ///
  /// The result is nil if sums could overflow, or could be wrong by more than 1/5 of a level.
  package init?(_ weights: [Float], offset: Float) {
    let (weights, offset) = (weights.map(Double.init), Double(offset))
    let most = 255 * weights.reduce(0) { $0 + abs($1) } + abs(offset) + 1
    // Sums are in units of 2^−shift 8-bit levels, weights in units of 2^−shift/256.
    guard
      let shift = (0...7).last(where: { shift in
        let scale = Double(1 << shift)
        return most * scale < 32768 && weights.allSatisfy { abs($0) * 256 * scale < 32767 }
      })
    else { return nil }
    let scale = Double(1 << shift)
    let rounded = weights.map { ($0 * 256 * scale).rounded() }
    var error = abs((offset * scale).rounded() / scale - offset)
    for (weight, rounded) in zip(weights, rounded) {
      error += 255 * abs(rounded / (256 * scale) - weight)
      // A product is rounded unless its integer weight is a multiple of 256.
      if rounded.remainder(dividingBy: 256) != 0 { error += 0.5 / scale }
    }
    guard error <= 0.2 else { return nil }
    self.weights = rounded.map { Int16($0) }
    self.offset = Int16((offset * scale).rounded() + (scale / 2).rounded(.down))
    self.shift = shift
  }
}

extension Kernels {
  /// Convolves three rows of opaque pixels with 3 × 3 weights, which gives one row.
  package func convolve(_ rows: LentRows, _ convolution: ShortConvolution, into out: inout MutableSpan<Pixel>)
  {
    precondition(rows.count == 3)
    rows.pixels.withUnsafeBufferPointer { rows in
      out.withBytes { bytes, count in
        table.pointee.convolve_short(
          bytes, rows.baseAddress, convolution.weights, convolution.offset, Int32(convolution.shift), count)
      }
    }
  }
}
