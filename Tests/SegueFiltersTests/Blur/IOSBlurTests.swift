import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct IOSBlurTests {
  private let image: Bitmap

  init() throws { image = try Bitmap.noise(72, 41, seed: 12, opaque: true) }

  @Test func equalsItsPasses() throws {
    func steps(_ names: [(String, [String: String])]) throws -> Bitmap {
      try names.reduce(image) { try ($0 --> Catalog.filters.make($1.0, $1.1)).frame() }
    }
    let glass = try steps([
      ("saturation", ["saturation": "0.8"]), ("gaussian-blur", ["sigma": "48"]), ("luminance-range", [:]),
    ])
    #expect(glass.largestDifference(from: try (image --> IOSBlur()).frame()) <= 1)
  }
}
