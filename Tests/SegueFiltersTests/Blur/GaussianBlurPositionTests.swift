import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares blurs inside a circle with the nine-tap filter in Double.
@Suite struct GaussianBlurPositionTests {
  @Test(arguments: [0, 0.4, 1, 1.5, 2, 12, 12.5]) func equalsNineTapsWithinACircle(spacing: Double) throws {
    let picture = try Bitmap.noise(50, 40, seed: 4, opaque: true)
    let source = ReferencePicture(picture)
    let weights = [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05]
    func taps(_ picture: ReferencePicture, _ right: Int, _ down: Int) -> ReferencePicture {
      picture.map { x, y, c in
        (0..<9).reduce(0) { sum, tap in
          let away = Double(tap - 4) * spacing
          let (whole, part) = (Int(away.rounded(.down)), away - away.rounded(.down))
          let (near, far) = (
            picture[x + whole * right, y + whole * down, c],
            picture[x + (whole + 1) * right, y + (whole + 1) * down, c]
          )
          return sum + weights[tap] * (near + (far - near) * part)
        }
      }
    }
    let blurred = taps(taps(source, 0, 1), 1, 0)
    var filter = GaussianBlurPosition()
    (filter.blurSize, filter.blurRadius, filter.x, filter.y) = (Animated(spacing), 0.25, 0.4, 0.6)
    let expected = source.map { x, y, c in
      let (u, v) = ((Double(x) + 0.5) / 50 - 0.4, ((Double(y) + 0.5) / 40 - 0.5) * 0.8 + 0.5 - 0.6)
      return (u * u + v * v).squareRoot() < 0.25 ? blurred[x, y, c] : source[x, y, c]
    }
    #expect(expected.largestDifference(from: try (picture --> filter).frame()) < 1.1)
  }

  @Test("Negative and positive spacings are equal, since taps are on both sides", arguments: [0.7, 3, 9])
  func spacingsBelowZero(spacing: Double) throws {
    let picture = try Bitmap.noise(50, 40, seed: 9, opaque: true)
    func made(_ spacing: Double) throws -> Bitmap {
      var filter = GaussianBlurPosition()
      filter.blurSize = Animated(spacing)
      return try (picture --> filter).frame()
    }
    #expect(try made(-spacing).largestDifference(from: made(spacing)) <= 2)
  }
}
