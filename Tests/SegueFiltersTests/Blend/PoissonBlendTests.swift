import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares Poisson blends with the iterations in Double.
@Suite struct PoissonBlendTests {
  @Test("Poisson's mix follows the progress, and negative iterations are none") func poissonNumbers() throws {
    let (a, b) = (try Bitmap.noise(30, 20, seed: 5, opaque: true), try Bitmap.noise(30, 20, seed: 6))
    func made(_ mix: Animated, _ iterations: Int) throws -> Bitmap {
      var blend = PoissonBlend()
      (blend.mix, blend.iterations) = (mix, iterations)
      return try ((.picture(a), .picture(b)) --> blend).frame(at: 0.25)
    }
    #expect(try made(.progress, 2) == made(0.25, 2))
    #expect(try made(0.25, 2) != a)
    #expect(try made(0.25, -4) == a)
  }

  @Test func poissonBlendEqualsItsSteps() throws {
    let (a, b) = (try Bitmap.noise(30, 20, seed: 5, opaque: true), try Bitmap.noise(30, 20, seed: 6))
    var blend = PoissonBlend()
    blend.iterations = 3
    let overlay = ReferencePicture(b)
    var expected = ReferencePicture(a)
    for _ in 0..<3 {
      let base = expected
      expected = base.map { x, y, c in
        func mean(_ p: ReferencePicture) -> Double {
          (p[x - 1, y, c] + p[x + 1, y, c] + p[x, y - 1, c] + p[x, y + 1, c]) / 4
        }
        if c == 3 { return base[x, y, 3] }
        let wanted = mean(base) + overlay[x, y, c] - mean(overlay)
        let share = overlay[x, y, 3] / 255 * 0.5
        return min(max(base[x, y, c] + (wanted - base[x, y, c]) * share, 0), 255).rounded()
      }
    }
    #expect(expected.largestDifference(from: try ((.picture(a), .picture(b)) --> blend).frame()) <= 1)
    blend.iterations = 0
    #expect(try ((.picture(a), .picture(b)) --> blend).frame() == a)
    // A transparent second picture changes nothing.
    let nothing = try Bitmap(a.size)
    #expect(try ((.picture(a), .picture(nothing)) --> PoissonBlend()).frame() == a)
  }
}
