import CSegueKernels

/// Horizontal filters for `Kernels.combine`, one for each pixel of the result.
package struct TapFilters: Sendable {
  /// The number of weights of each filter, a multiple of 4: shorter filters end in zeros.
  package let taps: Int
  fileprivate let filters: [segue_tap_filter]
  /// The weights of all filters; successive filters with equal weights share one copy.
  fileprivate let weights: [Float]
  /// The index after the last pixel that a filter reads.
  fileprivate let end: Int

  /// Makes filters, each from its first input pixel and its weights.
  package init(_ sources: [(first: Int, weights: [Double])]) {
    taps = ((sources.map(\.weights.count).max() ?? 1) + 3) / 4 * 4
    end = (sources.map(\.first).max() ?? 0) + taps
    var (filters, weights, last) = ([segue_tap_filter](), [Float](), [Double]())
    for source in sources {
      precondition(source.first >= 0)
      if source.weights != last {
        last = source.weights
        weights += last.map(Float.init) + Array(repeating: 0, count: taps - last.count)
      }
      filters.append(
        segue_tap_filter(start: UInt32(source.first), weights: UInt32(weights.count / taps - 1)))
    }
    (self.filters, self.weights) = (filters, weights)
  }
}

// Kernels that read several rows, or neighbors in a row. `CSegueKernels.h` specifies each kernel.
extension Kernels {
  /// Computes a weighted sum of rows of floats.
  package func sum(_ rows: [ScratchRow<Float>], weights: [Float], into out: ScratchRow<Float>) {
    precondition(rows.count == weights.count && rows.allSatisfy { $0.count >= out.count })
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: rows.count) { pointers in
      for (index, row) in rows.enumerated() { pointers[index] = UnsafePointer(row.start) }
      table.pointee.sum_rows(out.start, pointers.baseAddress, weights, rows.count, 0, out.count)
    }
  }

  /// Converts channels from bytes to floats.
  package func widen(_ row: Span<Pixel>, into out: ScratchRow<Float>) {
    precondition(out.count >= 4 * row.count)
    row.withBytes { table.pointee.widen(out.start, $0, 4 * row.count) }
  }

  /// Computes weighted sums of pixels, one for each filter.
  package func combine(_ row: ScratchRow<Float>, _ filters: TapFilters, into out: ScratchRow<Float>) {
    precondition(4 * filters.end <= row.count && out.count >= 4 * filters.filters.count)
    table.pointee.combine(
      out.start, row.start, filters.filters, filters.weights, filters.taps, filters.filters.count)
  }

  /// Upsamples a shorter row by a polyphase filter.
  ///
  /// Each block of 4 pixels is computed from `taps` input pixels; after `phases` blocks, the input position
  /// advances by `advance` pixels.
  package func spread(
    _ row: ScratchRow<Float>, weights: [Float], taps: Int, phases: Int, advance: Int,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(weights.count == 16 * taps * phases)
    precondition(4 * ((out.count - 1) / 4 / phases * advance + taps) <= row.count)
    out.withBytes { bytes, count in
      table.pointee.spread(bytes, row.start, weights, taps, phases, advance, 0, count)
    }
  }

  /// Filters four successive windows of rows vertically with a symmetric kernel.
  ///
  /// `weights` begins with the center weight; weights are in units of 1/32768. The result of each window is
  /// stored in one quarter of `out`, and leaves `padding` pixels free at both ends of the quarter. Results
  /// are in units of 1/64 of an 8-bit level.
  package func smoothDown(_ rows: LentRows, weights: [Int16], padding: Int, into out: ScratchRow<Int16>) {
    let stride = out.count / 4
    precondition(rows.count == 2 * weights.count + 2 && stride > 8 * padding)
    rows.pixels.withUnsafeBufferPointer { pixels in
      table.pointee.smooth_down(
        out.start + 4 * padding, stride, pixels.baseAddress, weights, weights.count - 1, 4,
        stride - 8 * padding)
    }
  }

  /// Filters one quarter of `rows` horizontally by a symmetric kernel.
  ///
  /// `weights` begins with the center weight; the quarter must be extended at both edges by `weights.count` −
  /// 1 pixels.
  package func smoothAcross(
    _ rows: ScratchRow<Int16>, quarter: Int, weights: [Int16], into out: inout MutableSpan<Pixel>
  ) {
    let stride = rows.count / 4
    precondition((0..<4).contains(quarter) && stride >= 4 * (out.count + 2 * (weights.count - 1)))
    out.withBytes { bytes, count in
      table.pointee.smooth_across(
        bytes, rows.start + quarter * stride, weights, weights.count - 1, 4, 4 * count)
    }
  }

  /// Moves the window of a vertical box filter down: adds the entering row and subtracts the leaving row.
  package func moveBox(entering: Span<Pixel>, leaving: Span<Pixel>, sums: BoxSums) {
    precondition(entering.count == sums.width && leaving.count == sums.width)
    entering.withBytes { entering in
      leaving.withBytes { leaving in
        let (padding, count) = (4 * sums.radius, 4 * sums.width)
        switch sums.row {
        case .short(let row): table.pointee.short_box_down(row.start + padding, entering, leaving, count)
        case .long(let row): table.pointee.box_down(row.start + padding, entering, leaving, count)
        }
      }
    }
  }

  /// Computes the means of boxes from column sums: each box has 2·radius + 1 columns, clamped to the edge.
  package func boxAcross(_ sums: BoxSums, into out: inout MutableSpan<Pixel>) {
    precondition(out.count == sums.width)
    let (radius, side) = (sums.radius, Float(2 * sums.radius + 1))
    switch sums.row {
    case .short(let row):
      row.extendEdges(width: sums.width, padding: radius)
      out.withBytes { bytes, count in table.pointee.short_box_across(bytes, row.start, radius, count) }
    case .long(let row):
      row.extendEdges(width: sums.width, padding: radius)
      out.withBytes { bytes, count in
        table.pointee.box_across(bytes, row.start, radius, 1 / (side * side), count)
      }
    }
  }

  /// Computes the median of the 3 × 3 pixels of three rows around each pixel.
  package func median(_ rows: LentRows, into out: inout MutableSpan<Pixel>) {
    precondition(rows.count == 3)
    rows.pixels.withUnsafeBufferPointer { rows in
      out.withBytes { bytes, count in table.pointee.median(bytes, rows.baseAddress, count) }
    }
  }

  /// Whether all pixels of the rows with an index of at least `first` are opaque.
  package func areOpaque(_ rows: LentRows, from first: Int = 0, width: Int) -> Bool {
    rows.pixels[first...].allSatisfy { table.pointee.is_opaque($0, width) }
  }

  /// Convolves three rows by 3 × 3 weights; alpha is taken from the middle pixel.
  package func convolve(
    _ rows: LentRows, weights: [Float], offset: Float, into out: inout MutableSpan<Pixel>
  ) {
    precondition(rows.count == 3 && weights.count == 9)
    rows.pixels.withUnsafeBufferPointer { rows in
      out.withBytes { bytes, count in
        table.pointee.convolve(bytes, rows.baseAddress, weights, offset, count)
      }
    }
  }

  /// Computes, for each sample, the maxima or minima over four successive windows of rows.
  ///
  /// The result of each window is stored in one quarter of `out`, and leaves `padding` pixels free at both
  /// ends of the quarter.
  package func extremes(_ rows: LentRows, largest: Bool, padding: Int, into out: ScratchRow<UInt8>) {
    let stride = out.count / 4
    precondition(rows.count >= 4 && stride > 8 * padding)
    rows.pixels.withUnsafeBufferPointer { pixels in
      table.pointee.extreme_rows(
        out.start + 4 * padding, stride, pixels.baseAddress, pixels.count - 3, largest, stride - 8 * padding)
    }
  }

  /// Computes horizontal maxima or minima, each over 2·radius + 1 pixels, for one quarter of `rows`;
  /// afterwards, the content of the quarter is undefined.
  ///
  /// The quarter must be extended at both edges by `radius` pixels.
  package func extremeAcross(
    _ rows: ScratchRow<UInt8>, quarter: Int, radius: Int, largest: Bool, into out: inout MutableSpan<Pixel>,
    streaming: Bool
  ) {
    let stride = rows.count / 4
    precondition((0..<4).contains(quarter) && stride >= 4 * (out.count + 2 * radius))
    out.withBytes { bytes, count in
      table.pointee.extreme_across(
        bytes, rows.start + quarter * stride, 2 * radius + 1, largest, count, streaming)
    }
  }

  /// Maps red, green and blue each through a lookup table of 256 bytes; alpha is unchanged.
  package func lookUp(_ row: Span<Pixel>, tables: [UInt8], into out: inout MutableSpan<Pixel>) {
    precondition(tables.count == 768 && row.count >= out.count)
    out.withBytes { out, count in row.withBytes { table.pointee.look_up(out, $0, tables, count) } }
  }

  /// Applies a color matrix in fixed point: 16 weights, row by row, and 4 offsets, in units of 2^−shift.
  package func transformColors(
    _ row: Span<Pixel>, weights: [Int16], offsets: [Int32], shift: Int, into out: inout MutableSpan<Pixel>
  ) {
    precondition(weights.count == 16 && offsets.count == 4 && row.count >= out.count)
    out.withBytes { out, count in
      row.withBytes { table.pointee.transform_colors(out, $0, weights, offsets, Int32(shift), count) }
    }
  }
}

/// The column sums of a box filter.
package struct BoxSums {
  /// Sums of 16 bits for radii 1…7, for which the sum of a box fits 16 bits; otherwise sums of 32 bits.
  fileprivate enum Row { case short(ScratchRow<UInt16>), long(ScratchRow<UInt32>) }

  fileprivate let row: Row
  fileprivate let width: Int
  fileprivate let radius: Int

  /// Makes sums of 0, with `radius` pixels of padding before the first and after the last column.
  package init(width: Int, radius: Int) {
    (self.width, self.radius) = (width, radius)
    let count = 4 * (width + 2 * radius)
    row = (1...7).contains(radius) ? .short(ScratchRow(count: count)) : .long(ScratchRow(count: count))
  }

  /// Sets all sums to 0.
  package func clear() {
    switch row {
    case .short(let row): row.fill(0)
    case .long(let row): row.fill(0)
    }
  }
}
