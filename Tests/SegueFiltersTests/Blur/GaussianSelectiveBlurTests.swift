import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct GaussianSelectiveBlurTests {
  @Test func selectiveBlur() throws {
    var filter = GaussianSelectiveBlur()
    (filter.radius, filter.edge, filter.x, filter.y) = (0.3, 0.2, 0.4, 0.6)
    try expectBlur(filter, sigma: 5) { u, v in
      let y = (v - 0.5) * 41 / 72 + 0.5
      let far = ((u - 0.4) * (u - 0.4) + (y - 0.6) * (y - 0.6)).squareRoot()
      return smoothstep(0.1, 0.3, far)
    }
  }
}
