/// A weighted sum of 3 × 3 opaque pixels in 16 bits, which takes half the time of floats.
package struct ShortConvolution: Sendable {
  let weights: [Int16]
  let offset: Int16
  let shift: Int

  /// Makes one of 9 weights, from the top left to the bottom right, and what is added, 255 being white.
  ///
  /// Nil where sums could be off by more than 1/5 of a step, or do not fit.
  package init?(_ weights: [Float], offset: Float) {
    let (weights, offset) = (weights.map(Double.init), Double(offset))
    let most = 255 * weights.reduce(0) { $0 + abs($1) } + abs(offset) + 1
    // Sums are in 2^−shift, weights in 1/256 of it.
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
      // A product that is no whole number is rounded.
      if rounded.remainder(dividingBy: 256) != 0 { error += 0.5 / scale }
    }
    guard error <= 0.2 else { return nil }
    self.weights = rounded.map { Int16($0) }
    self.offset = Int16((offset * scale).rounded() + (scale / 2).rounded(.down))
    self.shift = shift
  }
}

extension Kernels {
  /// A weighted sum of 3 × 3 pixels of three opaque rows.
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
