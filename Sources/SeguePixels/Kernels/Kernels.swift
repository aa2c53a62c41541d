import CSegueKernels

/// The row kernels of one SIMD level and one `Light` (transfer function), with spans instead of pointers.
///
/// The lengths of spans are checked once a row.
package struct Kernels: Sendable {
  // The table is filled once and then constant.
  nonisolated(unsafe) let table: UnsafePointer<segue_kernels>
  package let level: SIMDLevel
  package let light: Light

  /// Selects the kernels of a level, or of the preferred level if this machine lacks it.
  package init(_ level: SIMDLevel, _ light: Light = .gamma) {
    let level = level.isAvailable ? level : .preferred
    guard let table = level.table(light) else {
      preconditionFailure("the reference kernels are always there")
    }
    self.table = table
    self.level = level
    self.light = light
  }

  /// Returns the kernels of the same level that mix in another `Light`.
  package func mixing(in light: Light) -> Kernels { light == self.light ? self : Kernels(level, light) }

  /// The kernels of `SIMDLevel.preferred`.
  package static let preferred = Kernels(.preferred)

  /// Makes streaming stores visible to other threads, by a store fence.
  package static func fence() { segue_fence() }

  /// Mixes two rows: out = a + (b − a)·weight/32768, rounded to nearest; weight 0…32767.
  package func mix(
    _ a: Span<Pixel>, _ b: Span<Pixel>, weight: Int16, into out: inout MutableSpan<Pixel>, streaming: Bool
  ) {
    precondition(a.count >= out.count && b.count >= out.count)
    out.withBytes { out, count in
      a.withBytes { a in b.withBytes { b in table.pointee.mix(out, a, b, 4 * count, weight, streaming) } }
    }
  }

  /// Mixes a row onto `out`: out = out + (b − out)·weight/32768.
  package func mix(_ b: Span<Pixel>, weight: Int16, onto out: inout MutableSpan<Pixel>) {
    precondition(b.count >= out.count)
    out.withBytes { out, count in b.withBytes { table.pointee.mix(out, out, $0, 4 * count, weight, false) } }
  }

  /// Samples a rectangle of a picture bilinearly at (u, v), (u + du, v + dv), …, in 32.32 fixed point
  /// relative to the center of the rectangle's first pixel; positions are clamped to the edge of the
  /// rectangle.
  package func warp(
    _ part: BorrowedPart, u: Int64, v: Int64, du: Int64, dv: Int64, into out: inout MutableSpan<Pixel>
  ) {
    out.withBytes { out, count in
      table.pointee.warp(
        out, part.bytes, part.stride, UInt32(part.size.width), UInt32(part.size.height), u, v, du, dv, count)
    }
  }

  /// Multiplies a row by an opacity 0…1, and composites it over `out`.
  package func overlay(_ row: Span<Pixel>, opacity: Float, onto out: inout MutableSpan<Pixel>) {
    precondition(row.count >= out.count)
    out.withBytes { out, count in row.withBytes { table.pointee.overlay(out, $0, opacity, count) } }
  }

  /// Adds a row's channels to `sums`, which has four elements a pixel.
  package func add(_ row: Span<Pixel>, to sums: inout MutableSpan<UInt32>) {
    precondition(sums.count >= 4 * row.count)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withBytes { table.pointee.add(sums.baseAddress, $0, row.count) }
    }
  }

  /// Adds row·weight to `sums`, which has four elements a pixel; if `first`, replaces the sums.
  func resampleDown(_ row: Span<Pixel>, weight: Float, into sums: inout MutableSpan<Float>, first: Bool) {
    precondition(sums.count >= 4 * row.count)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withBytes { table.pointee.resample_down(sums.baseAddress, $0, weight, row.count, first) }
    }
  }

  /// Adds a row of 16-bit samples, four a pixel, multiplied by a weight to `sums`; the sums are in units of
  /// 8-bit levels.
  func resampleDown(_ row: Span<UInt16>, weight: Float, into sums: inout MutableSpan<Float>, first: Bool) {
    precondition(sums.count >= row.count)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withUnsafeBufferPointer { row in
        table.pointee.resample_down_wide(
          sums.baseAddress, row.baseAddress, weight / 257, row.count / 4, first)
      }
    }
  }

  /// Resamples horizontally: pixel i is the rounded weighted sum of `taps` pixels of `sums`, from starts[i]
  /// on.
  func resampleAcross(
    _ sums: Span<Float>, starts: [UInt32], weights: [Float], taps: Int, rounding: Rounding,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(starts.count == out.count && weights.count == taps * starts.count)
    let parts = rounding.parts
    out.withBytes { out, count in
      sums.withUnsafeBufferPointer { sums in
        starts.withUnsafeBufferPointer { starts in
          weights.withUnsafeBufferPointer { weights in
            parts.span.withUnsafeBufferPointer { parts in
              table.pointee.resample_across(
                out, sums.baseAddress, starts.baseAddress, weights.baseAddress, taps, parts.baseAddress,
                count)
            }
          }
        }
      }
    }
  }

  /// Converts a whole picture from straight to premultiplied alpha.
  func premultiply(_ straight: PixelStorage, into out: PixelStorage) {
    for y in 0..<straight.size.height {
      var row = out.row(y).mutableSpan
      let pixels = straight.row(y).span
      row.withBytes { out, count in pixels.withBytes { table.pointee.premultiply(out, $0, count) } }
    }
  }

  /// Converts a row from premultiplied to straight alpha; transparent pixels become 0.
  package func unpremultiply(_ row: Span<Pixel>, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= row.count)
    out.withBytes { out, _ in row.withBytes { table.pointee.unpremultiply(out, $0, row.count) } }
  }

  /// Composites premultiplied pixels over a background.
  package func composite(_ row: Span<Pixel>, over background: Pixel, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= row.count)
    let color = background.word
    out.withBytes { out, _ in row.withBytes { table.pointee.over(out, $0, color, row.count) } }
  }

  /// Whether all pixels of a picture have an alpha of 255.
  package func isOpaque(_ storage: PixelStorage) -> Bool {
    (0..<storage.size.height).allSatisfy { y in
      let row = storage.row(y).span
      return isOpaque(row)
    }
  }

  /// Whether all pixels of a row have an alpha of 255.
  package func isOpaque(_ row: Span<Pixel>) -> Bool {
    row.withBytes { table.pointee.is_opaque($0, row.count) }
  }

  /// Converts RGBA to RGB with three bytes a pixel.
  package func dropAlpha(_ row: Span<Pixel>, into out: inout MutableSpan<UInt8>, streaming: Bool = false) {
    precondition(out.count >= 3 * row.count)
    out.withUnsafeMutableBufferPointer { out in
      row.withBytes { table.pointee.drop_alpha(out.baseAddress, $0, row.count, streaming) }
    }
  }

  /// Computes one channel of a color matrix: ⌊(offset + Σ weight·channel)/32768⌋ over red, green and blue.
  package func matrix(
    _ row: Span<Pixel>, weights: [Int16], offset: Int32, into out: inout MutableSpan<UInt8>
  ) {
    precondition(weights.count == 3 && out.count >= row.count)
    out.withUnsafeMutableBufferPointer { out in
      row.withBytes { pixels in
        weights.withUnsafeBufferPointer {
          table.pointee.matrix(out.baseAddress, pixels, $0.baseAddress, offset, row.count)
        }
      }
    }
  }

  /// Computes two channels of a color matrix at half the width and height, from two rows.
  ///
  /// `weights` has three weights of the first channel, then three of the second.
  ///
  /// If `centered`, columns 2i and 2i + 1 are averaged; else columns 2i − 1, 2i and 2i + 1 are weighted
  /// 1:2:1.
  package func matrixHalf(
    _ top: Span<Pixel>, _ bottom: Span<Pixel>, weights: [Int16], offset: Int32, centered: Bool,
    into first: inout MutableSpan<UInt8>, _ second: inout MutableSpan<UInt8>
  ) {
    let count = (top.count + 1) / 2
    precondition(weights.count == 6 && top.count == bottom.count)
    precondition(first.count >= count && second.count >= count)
    first.withUnsafeMutableBufferPointer { first in
      second.withUnsafeMutableBufferPointer { second in
        top.withBytes { topBytes in
          bottom.withBytes { bottomBytes in
            weights.withUnsafeBufferPointer {
              table.pointee.matrix_half(
                first.baseAddress, second.baseAddress, topBytes, bottomBytes, $0.baseAddress, offset,
                centered, top.count)
            }
          }
        }
      }
    }
  }

  /// Converts rows of Y, Cb and Cr to opaque pixels by six weights; see CSegueKernels.h.
  ///
  /// If `halved`, two columns share one sample of Cb and of Cr.
  package func colors(
    _ luma: Span<UInt8>, _ blue: Span<UInt8>, _ red: Span<UInt8>, weights: [Int32], halved: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    let chroma = halved ? (luma.count + 1) / 2 : luma.count
    precondition(weights.count == 6 && blue.count >= chroma && red.count >= chroma)
    precondition(out.count >= luma.count)
    out.withBytes { out, _ in
      luma.withUnsafeBufferPointer { luma in
        blue.withUnsafeBufferPointer { blue in
          red.withUnsafeBufferPointer { red in
            weights.withUnsafeBufferPointer {
              table.pointee.colors(
                out, luma.baseAddress, blue.baseAddress, red.baseAddress, $0.baseAddress, halved, luma.count)
            }
          }
        }
      }
    }
  }

  /// Applies PNG's Sub filter: subtracts from each byte the byte that is `step` bytes to its left.
  package func subtractLeft(_ row: Span<UInt8>, step: Int, into out: inout MutableSpan<UInt8>) {
    precondition(out.count >= row.count)
    out.withUnsafeMutableBufferPointer { out in
      row.withUnsafeBufferPointer {
        table.pointee.subtract_left(out.baseAddress, $0.baseAddress, step, $0.count)
      }
    }
  }

  /// Applies PNG's Average filter: subtracts from each byte the mean, rounded down, of the byte `step` bytes
  /// to its left and the byte above.
  package func subtractAverage(
    _ row: Span<UInt8>, above: Span<UInt8>, step: Int, into out: inout MutableSpan<UInt8>
  ) {
    precondition(out.count >= row.count && above.count >= row.count)
    out.withUnsafeMutableBufferPointer { out in
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          table.pointee.subtract_average(out.baseAddress, row.baseAddress, above.baseAddress, step, row.count)
        }
      }
    }
  }
}

extension Span<Pixel> {
  package func withBytes<Result>(_ body: (UnsafePointer<UInt8>?) -> Result) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: UInt8.self).baseAddress) }
  }
}

extension MutableSpan<Pixel> {
  /// Calls `body` with a pointer to the bytes and the number of pixels.
  package mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>?, Int) -> Void) {
    let count = count
    withUnsafeMutableBytes { body($0.assumingMemoryBound(to: UInt8.self).baseAddress, count) }
  }

  /// Fills the span with one color, by 32-bit words.
  ///
  /// For an `update(repeating:)` of `Pixel`s instead of words, the compiler may store channels one by one,
  /// which takes 0.6 ms more for a 1080p frame.
  package mutating func fill(_ color: Pixel) {
    withUnsafeMutableBytes { $0.assumingMemoryBound(to: UInt32.self).update(repeating: color.word) }
  }
}

extension Pixel {
  /// The pixel's four bytes as a 32-bit word.
  fileprivate var word: UInt32 { withUnsafeBytes(of: self) { $0.loadUnaligned(as: UInt32.self) } }
}
