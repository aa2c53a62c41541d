import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct SingleComponentGaussianBlurTests {
  private let image: Bitmap
  private let picture: ReferencePicture

  init() throws {
    image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
    picture = ReferencePicture(image)
  }

  @Test func singleComponentGaussianBlur() throws {
    let expected = picture.blurred(sigma: 2)
    let gray = expected.map { x, y, c in c == 3 ? 255 : expected[x, y, 0] }
    #expect(gray.largestDifference(from: try (image --> SingleComponentGaussianBlur()).frame()) < 0.75)
  }
}
