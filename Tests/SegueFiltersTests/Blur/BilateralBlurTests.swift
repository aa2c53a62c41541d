import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct BilateralBlurTests {
  private let image: Bitmap

  init() throws { image = try Bitmap.noise(72, 41, seed: 12, opaque: true) }

  /// The factor can be set as a property or in the initializer, and can follow the progress.
  @Test func theFactorOfABilateralBlurCanBeSet() throws {
    var filter = BilateralBlur()
    let usual = try (image --> filter).frame()
    filter.distanceNormalizationFactor = 2
    let smooth = try (image --> filter).frame()
    #expect(usual != smooth)
    #expect(try (image --> BilateralBlur(distanceNormalizationFactor: 8)).frame() == usual)
    #expect(try (image --> BilateralBlur(distanceNormalizationFactor: 2)).frame() == smooth)
    let growing = BilateralBlur(distanceNormalizationFactor: 4.0 * .progress)
    #expect(try (image --> growing).frame(at: 0.5) == smooth)
  }
}
