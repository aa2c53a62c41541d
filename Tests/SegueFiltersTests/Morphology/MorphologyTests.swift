import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares dilation, erosion, opening and closing with the extremes of a square.
@Suite struct MorphologyTests {
  @Test(arguments: PixelSize.odd, [1, 2, 5, 20]) func morphologyEqualsTheExtremesOfASquare(
    size: (Int, Int), radius: Int
  )
    throws
  {
    let image = try Bitmap.noise(size.0, size.1, seed: 6)
    let picture = ReferencePicture(image)
    func extreme(_ picture: ReferencePicture, _ pick: (Double, Double) -> Double) -> ReferencePicture {
      let across = picture.map { x, y, c in
        (-radius...radius).map { picture[x + $0, y, c] }.reduce(picture[x, y, c], pick)
      }
      return across.map { x, y, c in
        (-radius...radius).map { across[x, y + $0, c] }.reduce(across[x, y, c], pick)
      }
    }
    let gray = picture.map { x, y, c in c == 3 ? 255 : picture[x, y, 0] }
    let amount = Animated(Double(radius))
    let (dilated, eroded) = (extreme(picture, max), extreme(picture, min))
    #expect(dilated.largestDifference(from: try (image --> RGBDilation(radius: amount)).frame()) == 0)
    #expect(eroded.largestDifference(from: try (image --> RGBErosion(radius: amount)).frame()) == 0)
    #expect(extreme(gray, max).largestDifference(from: try (image --> Dilation(radius: amount)).frame()) == 0)
    #expect(extreme(gray, min).largestDifference(from: try (image --> Erosion(radius: amount)).frame()) == 0)
    let opened = extreme(eroded, max)
    let closed = extreme(dilated, min)
    #expect(opened.largestDifference(from: try (image --> RGBOpening(radius: amount)).frame()) == 0)
    #expect(closed.largestDifference(from: try (image --> RGBClosing(radius: amount)).frame()) == 0)
  }
}
