import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct UnsharpMaskTests {
  private let image: Bitmap
  private let picture: ReferencePicture

  init() throws {
    image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
    picture = ReferencePicture(image)
  }

  @Test func unsharpMask() throws {
    var filter = UnsharpMask()
    #expect(try (image --> filter).frame() == image)
    filter.intensity = 1.5
    let blurred = picture.blurred(sigma: 4)
    let expected = picture.map { x, y, c in
      c == 3 ? 255 : min(max(1.5 * picture[x, y, c] - 0.5 * blurred[x, y, c], 0), 255)
    }
    #expect(expected.largestDifference(from: try (image --> filter).frame()) < 1)
  }
}
