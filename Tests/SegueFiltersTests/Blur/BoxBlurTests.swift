import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares box blurs with means in Double.
@Suite struct BoxBlurTests {
  @Test(arguments: PixelSize.odd, [1, 2, 4, 7, 30]) func boxBlurEqualsTheMean(size: (Int, Int), radius: Int)
    throws
  {
    let image = try Bitmap.noise(size.0, size.1, seed: 4)
    let picture = ReferencePicture(image)
    let across = picture.map { x, y, c in (-radius...radius).reduce(0) { $0 + picture[x + $1, y, c] } }
    let expected = across.map { x, y, c in
      (-radius...radius).reduce(0) { $0 + across[x, y + $1, c] } / Double((2 * radius + 1) * (2 * radius + 1))
    }
    let frame = try (image --> BoxBlur(radius: Animated(Double(radius)))).frame()
    #expect(expected.largestDifference(from: frame) < 0.501)
  }
}
