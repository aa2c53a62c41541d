import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct AdaptiveThresholdTests {
  private let image: Bitmap

  init() throws { image = try Bitmap.noise(72, 41, seed: 12, opaque: true) }

  @Test func adaptiveThreshold() throws {
    let gray = try (image --> Catalog.filters.make("grayscale")).frame()
    let mean = ReferencePicture(try (gray --> BoxBlur(radius: 4)).frame())
    let frame = try (image --> AdaptiveThreshold()).frame()
    var different = 0
    for y in 0..<41 {
      for x in 0..<72 {
        let isWhite = Double(gray[x, y].red) >= mean[x, y, 0] - 0.05 * 255
        let isTie = abs(Double(gray[x, y].red) - (mean[x, y, 0] - 0.05 * 255)) < 1
        if !isTie && frame[x, y] != (isWhite ? .white : .black) { different += 1 }
      }
    }
    #expect(different == 0)
  }
}
