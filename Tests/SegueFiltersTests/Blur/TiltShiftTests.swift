import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct TiltShiftTests {
  @Test func tiltShift() throws {
    var filter = TiltShift()
    try expectBlur(filter, sigma: 7) { _, v in
      1 - smoothstep(0.2, 0.4, v) + smoothstep(0.6, 0.8, v)
    }
    (filter.sigma, filter.top, filter.bottom, filter.falloff) = (3, 0.3, 0.35, 0.3)
    try expectBlur(filter, sigma: 3) { _, v in
      min(1, 1 - smoothstep(0, 0.3, v) + smoothstep(0.35, 0.65, v))
    }
  }
}
