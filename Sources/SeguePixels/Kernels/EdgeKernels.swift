import CSegueKernels

// Kernels of edge detection, on rows of one byte a pixel; four bytes are stored in a `Pixel`.
// `CSegueKernels.h` specifies each kernel.
extension Kernels {
  /// Computes the luminance of each pixel as a byte.
  package func luminance(_ row: Span<Pixel>, into plane: inout MutableSpan<Pixel>) {
    precondition(4 * plane.count >= row.count)
    plane.withBytes { plane, _ in row.withBytes { table.pointee.luminance(plane, $0, row.count) } }
  }

  /// Filters one window of rows of `width` bytes vertically by a symmetric kernel; `weights` begins with the
  /// center weight.
  package func smoothDown(
    planes rows: LentRows, width: Int, weights: [Int16], padding: Int, into out: ScratchRow<Int16>
  ) {
    precondition(rows.count == 2 * weights.count - 1 && out.count >= width + 2 * padding)
    rows.pixels.withUnsafeBufferPointer { rows in
      table.pointee.smooth_down(
        out.start + padding, 0, rows.baseAddress, weights, weights.count - 1, 1, width)
    }
  }

  /// Filters a row of `width` bytes horizontally by a symmetric kernel; `weights` begins with the center
  /// weight.
  package func smoothAcross(
    plane row: ScratchRow<Int16>, width: Int, weights: [Int16], into out: inout MutableSpan<Pixel>
  ) {
    precondition(row.count >= width + 2 * (weights.count - 1) && 4 * out.count >= width)
    out.withBytes { bytes, _ in
      table.pointee.smooth_across(bytes, row.start, weights, weights.count - 1, 1, width)
    }
  }

  /// Computes the gradient at each byte of the middle one of three rows: `out` gets the magnitudes and, from
  /// element `stride` on, the directions.
  package func slopes(_ rows: LentRows, width: Int, stride: Int, into out: inout MutableSpan<Pixel>) {
    precondition(rows.count == 3 && 4 * stride >= width && 4 * (out.count - stride) >= width)
    rows.pixels.withUnsafeBufferPointer { rows in
      out.withBytes { bytes, _ in
        table.pointee.slopes(bytes, bytes.map { $0 + 4 * stride }, rows.baseAddress, width)
      }
    }
  }

  /// Suppresses non-maxima in the middle one of three rows of gradients from `slopes`, and maps magnitudes
  /// from `lower`…`upper` to 0…1 by a smoothstep.
  package func crests(
    _ rows: LentRows, width: Int, stride: Int, from lower: Double, to upper: Double,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(rows.count == 3 && 4 * out.count >= width && upper > lower)
    let scale = Float(1 / (255 * (upper - lower)))
    rows.pixels.withUnsafeBufferPointer { pixels in
      out.withBytes { bytes, _ in
        table.pointee.crests(
          bytes, pixels.baseAddress, pixels[1].map { $0 + 4 * stride }, scale,
          Float(-lower / (upper - lower)), width)
      }
    }
  }

  /// Links edges by hysteresis; each pixel of the result is white or black.
  package func links(_ rows: LentRows, into out: inout MutableSpan<Pixel>) {
    precondition(rows.count == 3)
    rows.pixels.withUnsafeBufferPointer { rows in
      out.withBytes { bytes, count in table.pointee.links(bytes, rows.baseAddress, count) }
    }
  }
}
