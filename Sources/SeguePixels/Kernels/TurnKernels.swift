import CSegueKernels

/// Kernels that mix two rows by what says when each pixel has its turn.
extension Kernels {
  /// Mixes each pixel by its own weight: z = (edge − turn)·scale within 0…1, or z²(3 − 2z) of it where `isSmooth`.
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

  /// The weight that `mix` takes for a turn: it is mixed with it alone in the same way.
  package func weight(ofTurn turn: Float, edge: Float, scale: Float, isSmooth: Bool) -> Int16 {
    let z = max(0, min(1, (edge - turn) * scale))
    let share = isSmooth ? z * z * (3 - 2 * z) : z
    return Int16(min(32767, Int(share * 32768 + 0.5)))
  }

  /// Takes pixels of `b` where turn ≤ edge, else of `a`.
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
