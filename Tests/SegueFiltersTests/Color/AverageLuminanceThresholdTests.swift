import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct AverageLuminanceThresholdTests {
  /// If the multiple of the mean is above white, no pixel is white.
  @Test func aThresholdAboveWhiteLeavesNoPixelWhite() throws {
    var picture = try Bitmap(PixelSize(width: 4, height: 2), filledWith: .white)
    picture[0, 0] = .black
    var threshold = AverageLuminanceThreshold()
    threshold.multiplier = 2
    #expect(try (picture --> threshold).frame() == Bitmap(picture.size, filledWith: .black))
  }
}
