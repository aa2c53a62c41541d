import CSegueKernels

/// The kernels of one SIMD level and one `Light` (transfer function) over rows of floats.
///
/// A row has four premultiplied floats a pixel, in the memory of four `Pixel`s. So bitmaps, buffers and
/// windows store rows of floats as pictures that are four times as wide.
package struct FloatKernels: Sendable {
  // The table is filled once and then constant.
  nonisolated(unsafe) let table: UnsafePointer<segue_float_kernels>

  /// Selects the kernels of an available level.
  fileprivate init(_ level: SIMDLevel, _ light: Light) {
    guard let table = segue_float_kernels_at(level.cLevel, light.curve) else {
      preconditionFailure("the reference kernels are always there")
    }
    self.table = table
  }

  /// The kernels of `SIMDLevel.preferred`.
  package static let preferred = Kernels.preferred.floats

  /// Converts 8-bit pixels to floats.
  package func read(_ row: Span<Pixel>, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= 4 * row.count)
    out.withFloats { out in row.withBytes { table.pointee.from_bytes(out, $0, row.count) } }
  }

  /// Converts straight samples of 16 bits to premultiplied floats.
  func read(words: Span<UInt16>, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= words.count)
    out.withFloats { out in
      words.withUnsafeBufferPointer { table.pointee.from_words(out, $0.baseAddress, $0.count / 4) }
    }
  }

  /// Converts half-precision numbers to floats.
  func read(halves: Span<UInt16>, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= halves.count)
    out.withFloats { out in
      halves.withUnsafeBufferPointer { table.pointee.from_halves(out, $0.baseAddress, $0.count) }
    }
  }

  /// Rounds floats to 8-bit pixels.
  package func write(_ row: Span<Pixel>, into out: inout MutableSpan<Pixel>) {
    precondition(row.count >= 4 * out.count)
    out.withBytes { out, count in row.withFloats { table.pointee.to_bytes(out, $0, count) } }
  }

  /// Rounds floats to straight samples of 16 bits.
  package func write(_ row: Span<Pixel>, words: UnsafeMutableBufferPointer<UInt16>) {
    precondition(words.count >= row.count)
    row.withFloats { table.pointee.to_words(words.baseAddress, $0, row.count / 4) }
  }

  /// Rounds floats to half precision.
  package func write(_ row: Span<Pixel>, halves: UnsafeMutableBufferPointer<UInt16>) {
    precondition(halves.count >= row.count)
    row.withFloats { table.pointee.to_halves(halves.baseAddress, $0, row.count) }
  }

  /// Returns the bits of the half-precision number nearest to a float.
  package static func half(of number: Float) -> UInt16 {
    var half: UInt16 = 0
    withUnsafePointer(to: number) { preferred.table.pointee.to_halves(&half, $0, 1) }
    return half
  }

  /// Converts a row from premultiplied to straight alpha; transparent pixels become 0.
  package func unpremultiply(
    _ row: UnsafeMutableBufferPointer<Float>, into out: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(out.count >= row.count)
    table.pointee.unpremultiply(out.baseAddress, row.baseAddress, row.count / 4)
  }

  /// Mixes two rows: out = a + (b − a)·weight.
  package func mix(_ a: Span<Pixel>, _ b: Span<Pixel>, weight: Float, into out: inout MutableSpan<Pixel>) {
    precondition(a.count >= out.count && b.count >= out.count)
    let count = out.count
    out.withFloats { out in
      a.withFloats { a in b.withFloats { table.pointee.mix(out, a, $0, weight, count) } }
    }
  }

  /// Mixes two rows of opaque pixels with 16 bits a sample.
  package func mix(
    words a: Span<UInt16>, _ b: Span<UInt16>, weight: Float, into out: inout MutableSpan<UInt16>
  ) {
    precondition(a.count >= out.count && b.count >= out.count)
    out.withUnsafeMutableBufferPointer { out in
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer {
          table.pointee.mix_words(out.baseAddress, a.baseAddress, $0.baseAddress, weight, out.count)
        }
      }
    }
  }

  /// Mixes two rows by weights that depend on each pixel's turn (the progress at which the pixel changes), as
  /// `Kernels.mix` does for 8 bits.
  package func mix(
    _ a: Span<Pixel>, _ b: Span<Pixel>, turns: Span<Float>, edge: Float, scale: Float, isSmooth: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    let count = out.count / 4
    precondition(a.count >= out.count && b.count >= out.count && turns.count >= count)
    out.withFloats { out in
      a.withFloats { a in
        b.withFloats { b in
          turns.withUnsafeBufferPointer {
            table.pointee.mix_turns(out, a, b, $0.baseAddress, edge, scale, isSmooth, count)
          }
        }
      }
    }
  }

  /// Copies pixels whose turn (the progress at which the pixel changes) is at most `edge` from `b`, and other
  /// pixels from `a`.
  package func take(
    _ a: Span<Pixel>, _ b: Span<Pixel>, turns: Span<Float>, edge: Float, into out: inout MutableSpan<Pixel>
  ) {
    let count = out.count / 4
    precondition(a.count >= out.count && b.count >= out.count && turns.count >= count)
    out.withFloats { out in
      a.withFloats { a in
        b.withFloats { b in
          turns.withUnsafeBufferPointer { table.pointee.take_turns(out, a, b, $0.baseAddress, edge, count) }
        }
      }
    }
  }

  /// Multiplies a row by an opacity 0…1, and composites it over `out`.
  package func overlay(_ row: Span<Pixel>, opacity: Float, onto out: inout MutableSpan<Pixel>) {
    precondition(row.count >= out.count)
    let count = out.count / 4
    out.withFloats { out in row.withFloats { table.pointee.overlay(out, $0, opacity, count) } }
  }

  /// Composites a row over one color.
  package func composite(_ row: Span<Pixel>, over background: Pixel, into out: inout MutableSpan<Pixel>) {
    precondition(out.count >= row.count)
    let (color, count) = (background.floats, row.count / 4)
    out.withFloats { out in
      row.withFloats { row in
        withUnsafeBytes(of: color) {
          table.pointee.over(out, row, $0.assumingMemoryBound(to: Float.self).baseAddress, count)
        }
      }
    }
  }

  /// Whether all pixels of a row have an alpha of at least 1.
  package func areOpaque(_ row: Span<Pixel>) -> Bool {
    row.withFloats { table.pointee.are_opaque($0, row.count / 4) }
  }

  /// Samples a picture of floats bilinearly, as `Kernels.warp` does.
  package func warp(
    _ part: BorrowedPart, u: Int64, v: Int64, du: Int64, dv: Int64, into out: inout MutableSpan<Pixel>
  ) {
    let count = out.count / 4
    out.withFloats { out in
      part.withFloats {
        table.pointee.warp(
          out, $0, part.stride, UInt32(part.size.width / 4), UInt32(part.size.height), u, v, du, dv, count)
      }
    }
  }

  /// Computes the median of the 3 × 3 pixels of three rows around each pixel.
  package func median(_ rows: LentRows, into out: inout MutableSpan<Pixel>) {
    precondition(rows.count == 3)
    let count = out.count / 4
    rows.withFloats { rows in out.withFloats { table.pointee.median($0, rows, count) } }
  }

  /// Computes the maximum or minimum of each sample over all given rows.
  package func extreme(of rows: LentRows, largest: Bool, into out: inout MutableSpan<Pixel>) {
    let count = out.count
    rows.withFloats { pixels in
      out.withFloats { table.pointee.extreme_rows($0, pixels, rows.count, largest, count) }
    }
  }

  /// Computes the maximum or minimum over 2·radius + 1 pixels around each pixel; overwrites `row`.
  ///
  /// `row` is wider than `out` by `radius` pixels on each side.
  package func extremeAcross(
    _ row: inout MutableSpan<Pixel>, radius: Int, largest: Bool, into out: inout MutableSpan<Pixel>
  ) {
    let count = out.count / 4
    precondition(row.count >= 4 * (count + 2 * radius))
    row.withFloats { row in
      out.withFloats { table.pointee.extreme_across($0, row, 2 * radius + 1, largest, count) }
    }
  }

  /// Adds a row to sums, which have four elements a pixel.
  package func add(_ row: Span<Pixel>, to sums: inout MutableSpan<Double>) {
    precondition(sums.count >= row.count)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withFloats { table.pointee.add(sums.baseAddress, $0, row.count / 4) }
    }
  }

  /// Computes the mean color of each block, from column sums over `rows` rows.
  package func mean(
    of sums: Span<Double>, rows: Int, _ grid: BlockGrid, into colors: inout MutableSpan<Pixel>
  ) {
    precondition(colors.count == 4 * grid.count && sums.count == 4 * grid.pixels)
    sums.withUnsafeBufferPointer { sums in
      colors.withFloats { table.pointee.mean($0, sums.baseAddress, grid.ends, grid.count, UInt32(rows)) }
    }
  }

  /// Interpolates bilinearly between two rows, at the centers of all blocks; `weight` is the weight of
  /// `bottom`.
  package func sample(
    _ top: Span<Pixel>, _ bottom: Span<Pixel>, weight: Float, _ grid: BlockGrid,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(
      top.count == 4 * grid.pixels && bottom.count == 4 * grid.pixels && out.count == 4 * grid.count)
    out.withFloats { out in
      top.withFloats { top in
        bottom.withFloats { bottom in
          for block in 0..<grid.count {
            let (before, across) = grid.center(of: block)
            let (left, right) = (4 * before, 4 * min(before + 1, grid.pixels - 1))
            for channel in 0..<4 {
              let upper = top[left + channel] + (top[right + channel] - top[left + channel]) * across
              let lower =
                bottom[left + channel] + (bottom[right + channel] - bottom[left + channel]) * across
              out[4 * block + channel] = upper + (lower - upper) * weight
            }
          }
        }
      }
    }
  }

  /// Fills each block of a row with its color.
  package func expand(_ colors: Span<Pixel>, _ grid: BlockGrid, into out: inout MutableSpan<Pixel>) {
    precondition(colors.count == 4 * grid.count && out.count == 4 * grid.pixels)
    out.withFloats { out in colors.withFloats { table.pointee.expand(out, $0, grid.ends, grid.count) } }
  }

  /// Converts rows of Y', Cb and Cr with more than 8 bits to opaque pixels, by seven weights (see
  /// CSegueKernels.h).
  package func read(
    luma: Span<UInt16>, _ blue: Span<UInt16>, _ red: Span<UInt16>, weights: [Float], halved: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    let chroma = halved ? (luma.count + 1) / 2 : luma.count
    precondition(weights.count == 7 && blue.count >= chroma && red.count >= chroma)
    precondition(out.count >= 4 * luma.count)
    out.withFloats { out in
      luma.withUnsafeBufferPointer { luma in
        blue.withUnsafeBufferPointer { blue in
          red.withUnsafeBufferPointer {
            table.pointee.from_planes(
              out, luma.baseAddress, blue.baseAddress, $0.baseAddress, weights, halved, luma.count)
          }
        }
      }
    }
  }

  /// Converts a row to Y' samples of more than 8 bits, by three weights and an offset (see CSegueKernels.h).
  package func write(
    _ row: Span<Pixel>, luma: inout MutableSpan<UInt16>, weights: [Float], largest: Float
  ) {
    precondition(weights.count == 4 && luma.count >= row.count / 4)
    luma.withUnsafeMutableBufferPointer { luma in
      row.withFloats { table.pointee.to_luma(luma.baseAddress, $0, weights, largest, row.count / 4) }
    }
  }

  /// Converts pixels to Cb and Cr samples of more than 8 bits: one row at full width or, if `halved`, two
  /// rows at half the width.
  package func write(
    _ top: Span<Pixel>, _ bottom: Span<Pixel>, blue: inout MutableSpan<UInt16>,
    red: inout MutableSpan<UInt16>,
    weights: [Float], largest: Float, halved: Bool, centered: Bool
  ) {
    let count = top.count / 4
    let chroma = halved ? (count + 1) / 2 : count
    precondition(
      weights.count == 7 && bottom.count >= top.count && blue.count >= chroma && red.count >= chroma)
    blue.withUnsafeMutableBufferPointer { blue in
      red.withUnsafeMutableBufferPointer { red in
        top.withFloats { top in
          bottom.withFloats {
            table.pointee.to_chroma(
              blue.baseAddress, red.baseAddress, top, $0, weights, largest, halved, centered, count)
          }
        }
      }
    }
  }

  /// Adds a row multiplied by a weight to `out`; if `first`, replaces `out`.
  package func add(
    _ row: Span<Pixel>, times weight: Float, onto out: inout MutableSpan<Pixel>, first: Bool
  ) {
    precondition(out.count >= row.count)
    out.withFloats { out in row.withFloats { table.pointee.add_weighted(out, $0, weight, row.count, first) } }
  }

  /// Adds a row multiplied by a weight to `sums`; if `first`, replaces the sums.
  func resampleDown(_ row: Span<Pixel>, weight: Float, into sums: inout MutableSpan<Float>, first: Bool) {
    precondition(sums.count >= row.count)
    sums.withUnsafeMutableBufferPointer { sums in
      row.withFloats { table.pointee.resample_down(sums.baseAddress, $0, weight, row.count, first) }
    }
  }

  /// Resamples horizontally: pixel i is the weighted sum of `taps` pixels of `sums`, from starts[i] on.
  func resampleAcross(
    _ sums: Span<Float>, starts: [UInt32], weights: [Float], taps: Int, into out: inout MutableSpan<Pixel>
  ) {
    precondition(4 * starts.count == out.count && weights.count == taps * starts.count)
    out.withFloats { out in
      sums.withUnsafeBufferPointer {
        table.pointee.resample_across(out, $0.baseAddress, starts, weights, taps, starts.count)
      }
    }
  }
}

extension Kernels {
  /// The kernels over rows of floats, for the same SIMD level and light.
  package var floats: FloatKernels { FloatKernels(level, light) }
}

extension Light {
  fileprivate var curve: segue_light_curve {
    switch self {
    case .gamma: SEGUE_STORED
    case .linear: SEGUE_SRGB
    case .linearPQ: SEGUE_PQ
    case .linearHLG: SEGUE_HLG
    }
  }
}

extension Pixel {
  /// The four channels as floats 0…1.
  package var floats: SIMD4<Float> {
    SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) / 255
  }
}

extension Span<Pixel> {
  /// Calls `body` with the floats of a row.
  package func withFloats<Result>(_ body: (UnsafePointer<Float>) -> Result) -> Result {
    precondition(count > 0, "a row has at least one pixel")
    return withUnsafeBytes { bytes in
      guard let floats = bytes.assumingMemoryBound(to: Float.self).baseAddress else {
        preconditionFailure("a row that is not empty has an address")
      }
      return body(floats)
    }
  }
}

extension MutableSpan<Pixel> {
  /// Calls `body` with the floats of a row.
  package mutating func withFloats(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    withUnsafeMutableBytes { bytes in
      if let floats = bytes.assumingMemoryBound(to: Float.self).baseAddress { body(floats) }
    }
  }

  /// Fills a row of floats with one color.
  package mutating func fill(floats color: SIMD4<Float>) {
    let count = count / 4
    withFloats { floats in
      for pixel in 0..<count { for channel in 0..<4 { floats[4 * pixel + channel] = color[channel] } }
    }
  }
}

extension BorrowedPart {
  func withFloats(_ body: (UnsafePointer<Float>) -> Void) {
    body(UnsafeRawPointer(bytes).assumingMemoryBound(to: Float.self))
  }
}
