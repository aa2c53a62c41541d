import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct ColorFASTFeatureDetectionTests {
  @Test func featuresAreFoundWhereColorsDiffer() throws {
    var picture = try Bitmap(
      PixelSize(width: 60, height: 40), filledWith: Pixel(red: 40, green: 80, blue: 40))
    for y in 18..<21 { for x in 28..<31 { picture[x, y] = Pixel(red: 220, green: 30, blue: 200) } }
    var filter = ColorFASTFeatureDetection()
    (filter.marks, filter.radius) = (false, 1)
    let points = try (picture --> filter).frame()
    let found = (0..<40).flatMap { y in (0..<60).filter { points[$0, y] == .white }.map { "\($0),\(y)" } }
    #expect(found == ["29,19"])
    filter.marks = true
    let marked = try (picture --> filter).frame()
    #expect(marked[29, 19] == Pixel(red: 255, green: 0, blue: 0) && marked[27, 17] == marked[31, 21])
    #expect(marked[33, 19] == picture[33, 19])
  }
}
