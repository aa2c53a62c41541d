import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct MedianTests {
  @Test(arguments: PixelSize.odd) func medianEqualsTheFifthOfNine(size: (Int, Int)) throws {
    let image = try Bitmap.noise(size.0, size.1, seed: 8)
    let picture = ReferencePicture(image)
    let expected = picture.map { x, y, c in
      (-1...1).flatMap { dy in (-1...1).map { picture[x + $0, y + dy, c] } }.sorted()[4]
    }
    #expect(expected.largestDifference(from: try (image --> Median()).frame()) == 0)
  }
}
