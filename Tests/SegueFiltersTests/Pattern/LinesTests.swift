import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares lines drawn over a picture with each pixel's distance from the lines.
@Suite struct LinesTests {
  @Test(arguments: [(1.0, 0.0), (0, 0.5), (-0.3, -0.2), (7, 0.1), (1e6, -0.5)])
  func linesCoverPixelsWithinTheirWidth(
    slope: Double, intercept: Double
  ) throws {
    let picture = try Bitmap.noise(60, 40, seed: 2)
    var lines = Lines()
    (lines.lines, lines.lineWidth, lines.marks) = ([[slope, intercept]], 3, false)
    let marks = try (picture --> lines).frame()
    var count = 0
    for y in 0..<40 {
      for x in 0..<60 {
        let (u, v) = ((Double(x) + 0.5) / 30 - 1, (Double(y) + 0.5) / 20 - 1)
        // Distance of the pixel from the line: vertical, then perpendicular.
        let down = (slope * u + intercept - v) * 20
        let steepness = slope * 20 / 30
        let away =
          slope > 1e5 ? abs(u - intercept) * 30 : abs(down) / (1 + steepness * steepness).squareRoot()
        guard abs(away - 1.5) > 1e-6 else { continue }
        #expect(marks[x, y] == (away < 1.5 ? .white : .black), "\(x), \(y)")
        count += away < 1.5 ? 1 : 0
      }
    }
    #expect(count >= 60)
  }

  /// At ±100,000 the line crosses the middle; beyond, the intercept 0.5 is its x coordinate, column 45 of 60.
  @Test(
    "A slope beyond ±100,000 makes a vertical line",
    arguments: [
      (100_000, [29, 30]), (-100_000, [29, 30]), (100_001, [44, 45]), (-100_001, [44, 45]), (1e6, [44, 45]),
      (-1e6, [44, 45]),
    ] as [(Double, [Int])]) func steepLines(slope: Double, columns: [Int]) throws
  {
    let picture = try Bitmap(PixelSize(width: 60, height: 40), filledWith: .clear)
    var lines = Lines()
    (lines.lines, lines.lineWidth, lines.marks) = ([[slope, 0.5]], 2, false)
    let marks = try (picture --> lines).frame()
    for y in 0..<40 { #expect((0..<60).filter { marks[$0, y] == .white } == columns, "row \(y)") }
  }

  @Test("Lines with a slope or intercept of NaN, or far outside the picture, are not drawn")
  func linesThatAreNowhere() throws {
    let picture = try Bitmap.noise(40, 30, seed: 6)
    var lines = Lines()
    lines.lines = [
      [1, .nan], [0, .nan], [1e6, .nan], [.nan, 0], [.nan, .nan], [1, .infinity], [0, -.infinity],
      [.infinity, -.infinity], [0.5, 1e300],
    ]
    #expect(try (picture --> lines).frame() == picture)
    lines.lines.append([0, 0])
    var horizontal = Lines()
    horizontal.lines = [[0, 0]]
    #expect(try (picture --> lines).frame() == (picture --> horizontal).frame())
  }
}
