import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares a filter with a mix of the picture and its blur; `share` is the weight of the blur at each pixel.
///
/// The filter rounds the blur to bytes before mixing.
func expectBlur(
  _ filter: some Filter, sigma: Double, share: (_ u: Double, _ v: Double) -> Double
) throws {
  let image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
  let picture = ReferencePicture(image)
  let blurred = picture.blurred(sigma: sigma)
  let expected = picture.map { x, y, c in
    let share = share((Double(x) + 0.5) / 72, (Double(y) + 0.5) / 41)
    return picture[x, y, c] + (blurred[x, y, c] - picture[x, y, c]) * share
  }
  #expect(expected.largestDifference(from: try (image --> filter).frame()) < 1.3)
}
