import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct SmoothToonTests {
  @Test func equalsItsPasses() throws {
    let image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
    let blurred = try (image --> Catalog.filters.make("gaussian-blur", ["sigma": "2"])).frame()
    let toon = try (blurred --> Catalog.filters.make("toon")).frame()
    #expect(toon == (try (image --> SmoothToon()).frame()))
  }
}
