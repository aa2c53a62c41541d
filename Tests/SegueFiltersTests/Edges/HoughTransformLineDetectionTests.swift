import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares detected lines with lines drawn at known positions.
@Suite struct HoughTransformLineDetectionTests {
  /// Lines are found at their positions, and nowhere else.
  @Test(arguments: [(0.0, 40.0), (90, 25), (30, 60), (135, -20), (60, 55)]) func linesAreFound(
    degrees: Double, distance: Double
  ) throws {
    var picture = try Bitmap(PixelSize(width: 120, height: 80), filledWith: .black)
    let angle = degrees * .pi / 180
    let (across, down) = (cos(angle), sin(angle))
    func from(_ x: Int, _ y: Int) -> Double { Double(x) * across + Double(y) * down - distance }
    for y in 0..<80 { for x in 0..<120 where from(x, y) > 0 { picture[x, y] = .white } }
    var filter = HoughTransformLineDetection()
    (filter.marks, filter.threshold) = (false, 0.5)
    let lines = try (picture --> filter).frame()
    let far = (0..<80).flatMap { y in (0..<120).filter { lines[$0, y] == .white }.map { abs(from($0, y)) } }
    #expect(far.count > 40)
    #expect(try #require(far.max()) < 6)
    filter.marks = true
    let marked = try (picture --> filter).frame()
    #expect(
      (0..<80).contains { y in (0..<120).contains { marked[$0, y] == Pixel(red: 255, green: 0, blue: 0) } })
    filter.threshold = 1
    filter.upperThreshold = 1
    filter.lowerThreshold = 1
    filter.marks = false
    let none = try (try Bitmap(picture.size, filledWith: .white) --> filter).frame()
    #expect(none == (try Bitmap(picture.size, filledWith: .black)))
  }

  /// A steep line is found once, although the opposite normal also describes it.
  @Test func aLineIsFoundOnce() throws {
    var picture = try Bitmap(PixelSize(width: 120, height: 80), filledWith: .black)
    for y in 0..<80 { for x in 41..<120 { picture[x, y] = .white } }
    var filter = HoughTransformLineDetection()
    (filter.marks, filter.threshold) = (false, 0.5)
    let lines = try (picture --> filter).frame()
    for y in 0..<80 {
      let columns = (0..<120).filter { lines[$0, y] == .white }
      #expect((1...2).contains(columns.count) && columns.allSatisfy { abs($0 - 40) <= 2 }, "row \(y)")
    }
  }

  /// The first of two rows at an edge is detected, and one more row is drawn on each side.
  @Test("A line with edge pixels throughout is found at any threshold") func wholeLines() throws {
    var picture = try Bitmap(PixelSize(width: 120, height: 80), filledWith: .black)
    for y in 25..<80 { for x in 0..<120 { picture[x, y] = .white } }
    var filter = HoughTransformLineDetection()
    (filter.sigma, filter.marks, filter.threshold) = (0, false, 1)
    let lines = try (picture --> filter).frame()
    for y in 0..<80 {
      let isLine = (23...25).contains(y)
      #expect((0..<120).allSatisfy { lines[$0, y] == (isLine ? .white : .black) }, "row \(y)")
    }
  }

  /// A short line across a corner is ignored: lengths count as at least a quarter of the shorter side.
  @Test(arguments: [(12, true), (5, false)]) func shortLinesAcrossACornerAreIgnored(legs: Int, isLine: Bool)
    throws
  {
    var picture = try Bitmap(PixelSize(width: 120, height: 80), filledWith: .black)
    for y in 0..<legs { for x in 0..<legs - y { picture[x, y] = .white } }
    var filter = HoughTransformLineDetection()
    (filter.sigma, filter.marks, filter.threshold) = (0, false, 0.8)
    let lines = try (picture --> filter).frame()
    #expect((0..<80).contains { y in (0..<120).contains { lines[$0, y] == .white } } == isLine)
  }
}
