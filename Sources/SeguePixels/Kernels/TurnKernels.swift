import CSegueKernels

/// Kernels for wipes by maps.
///
/// A map has the turn of each pixel: the progress at which the pixel changes.
extension Kernels {
  /// Mixes two rows; the weight of `b` at a pixel is z = (edge − turn)·scale, clamped to 0…1, or z²(3 − 2z)
  /// if `isSmooth`.
  package func mix(
    _ a: Span<Pixel>, _ b: Span<Pixel>, turns: Span<Float>, edge: Float, scale: Float, isSmooth: Bool,
    into out: inout MutableSpan<Pixel>
  ) {
    precondition(a.count >= out.count && b.count >= out.count && turns.count >= out.count)
    out.withBytes { out, count in
      a.withBytes { a in
        b.withBytes { b in
          turns.withUnsafeBufferPointer {
            table.pointee.mix_turns(out, a, b, $0.baseAddress, edge, scale, isSmooth, count)
          }
        }
      }
    }
  }

  /// Returns the weight, in units of 1/32768, that `mix` gives to the second picture at a pixel with the
  /// given turn (the progress at which the pixel changes).
  package func weight(ofTurn turn: Float, edge: Float, scale: Float, isSmooth: Bool) -> Int16 {
    let z = max(0, min(1, (edge - turn) * scale))
    let share = isSmooth ? z * z * (3 - 2 * z) : z
    return Int16(min(32767, Int(share * 32768 + 0.5)))
  }

  /// Adds to each channel of `b` a weighted difference a − b, from a table with an entry for each difference
  /// −255…255.
  package func mix(
    _ a: Span<Pixel>, _ b: Span<Pixel>, differences left: [Int16], into out: inout MutableSpan<Pixel>
  ) {
    precondition(a.count >= out.count && b.count >= out.count && left.count == 511)
    out.withBytes { out, count in
      a.withBytes { a in b.withBytes { table.pointee.mix_differences(out, a, $0, left, 4 * count) } }
    }
  }

  /// Computes a moving average: the mean of each pixel and the length − 1 pixels to its right, of which fewer
  /// exist near the end of the row.
  package func smear(
    _ row: Span<Pixel>, length: Int, sums: ScratchRow<UInt32>, into out: inout MutableSpan<Pixel>
  ) {
    precondition(length > 0 && row.count >= out.count && sums.count >= 4 * (out.count + 1))
    out.withBytes { out, count in
      row.withBytes { table.pointee.smear(out, sums.start, $0, length, count) }
    }
  }

  /// Copies pixels whose turn is at most `edge` from `b`, and other pixels from `a`.
  package func take(
    _ a: Span<Pixel>, _ b: Span<Pixel>, turns: Span<Float>, edge: Float, into out: inout MutableSpan<Pixel>
  ) {
    precondition(a.count >= out.count && b.count >= out.count && turns.count >= out.count)
    out.withBytes { out, count in
      a.withBytes { a in
        b.withBytes { b in
          turns.withUnsafeBufferPointer { table.pointee.take_turns(out, a, b, $0.baseAddress, edge, count) }
        }
      }
    }
  }
}
