import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Crosses and lines drawn over a picture, against plain definitions.
@Suite struct MarksTests {
  @Test func crossesStandWhereTheyShould() throws {
    let picture = try Bitmap.noise(40, 30, seed: 1, opaque: true)
    var crosshair = Crosshair()
    crosshair.points = [[0.25, 0.5], [1, 1]]
    crosshair.marks = false
    let marks = try (picture --> crosshair).frame()
    for y in 0..<30 {
      for x in 0..<40 {
        let isMarked = [(10, 15), (39, 29)].contains { cx, cy in
          x == cx && abs(y - cy) <= 2 || y == cy && abs(x - cx) <= 2
        }
        #expect(marks[x, y] == (isMarked ? .white : .black), "\(x), \(y)")
      }
    }
    crosshair.marks = true
    let marked = try (picture --> crosshair).frame()
    for y in 0..<30 {
      for x in 0..<40 {
        #expect(
          marked[x, y] == (marks[x, y] == .white ? Pixel(red: 0, green: 255, blue: 0) : picture[x, y]))
      }
    }
  }

  @Test("A point outside the picture is not marked")
  func placesOutside() throws {
    let picture = try Bitmap.noise(40, 30, seed: 4)
    var crosshair = Crosshair()
    crosshair.points = [[-0.5, 0.5], [0.5, 1.01], [1e300, 0.5], [.nan, 0.5], [0.5, -.infinity]]
    #expect(try (picture --> crosshair).frame() == picture)
  }

  /// Arms are 0.18 times as thick as the cross is wide: 9 pixels for a width of 50.
  @Test func armsGrowWithTheCross() throws {
    let picture = try Bitmap(PixelSize(width: 101, height: 101), filledWith: .black)
    var crosshair = Crosshair()
    crosshair.crosshairWidth = 50
    let marked = try (picture --> crosshair).frame()
    func count(_ isMarked: (Int) -> Bool) -> Int { (0..<101).filter(isMarked).count }
    #expect(count { marked[$0, 50] != .black } == 51)
    #expect(count { marked[50, $0] != .black } == 51)
    #expect(count { marked[$0, 30] != .black } == 9)
    #expect(count { marked[$0, 24] != .black } == 0)
  }

  @Test(arguments: [(1.0, 0.0), (0, 0.5), (-0.3, -0.2), (7, 0.1), (1e6, -0.5)]) func linesLieWhereTheyShould(
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

  /// A translucent color is mixed with the picture, and a transparent color changes nothing.
  @Test func marksHaveAnAlpha() throws {
    let gray = try Bitmap(PixelSize(width: 3, height: 3), filledWith: Pixel(red: 100, green: 100, blue: 100))
    var crosshair = Crosshair()
    crosshair.crosshairWidth = 1
    crosshair.color = Pixel(red: 128, green: 0, blue: 0, alpha: 128)
    let half = try (gray --> crosshair).frame()
    #expect(half[1, 1] == Pixel(red: 178, green: 50, blue: 50) && half[0, 1] == gray[0, 1])
    crosshair.color = .clear
    let clear = try Bitmap(PixelSize(width: 3, height: 3))
    #expect(try (gray --> crosshair).frame() == gray)
    #expect(try (clear --> crosshair).frame() == clear)
  }

  /// On a translucent picture 127/255 remains: red is 128 + 100 · 127/255, alpha 128 + 128 · 127/255.
  @Test func marksLieOverWhatIsHalfThere() throws {
    let color = Pixel(red: 100, green: 100, blue: 100, alpha: 128)
    let half = try Bitmap(PixelSize(width: 3, height: 3), filledWith: color)
    var crosshair = Crosshair()
    crosshair.crosshairWidth = 1
    crosshair.color = Pixel(red: 128, green: 0, blue: 0, alpha: 128)
    let marked = try (half --> crosshair).frame()
    #expect(marked[1, 1] == Pixel(red: 178, green: 50, blue: 50, alpha: 192) && marked[0, 1] == color)
  }

  @Test("A cross narrower than one pixel is not drawn") func narrowCrosses() throws {
    let picture = try Bitmap.noise(9, 7, seed: 5, opaque: true)
    var crosshair = Crosshair()
    func marked(_ width: Double) throws -> Int {
      crosshair.crosshairWidth = Animated(width)
      return try (picture --> crosshair).frame().pixelsDiffering(from: picture, byMoreThan: 0)
    }
    for width in [0.3, 0.99] { #expect(try marked(width) == 0, "\(width)") }
    for width in [1, 1.9] { #expect(try marked(width) == 1, "\(width)") }
  }

  /// A width of 0 draws nothing; invalid lists of points are errors.
  @Test func nothingAndNonsense() throws {
    let picture = try Bitmap.noise(9, 7, seed: 3)
    var (crosshair, lines) = (Crosshair(), Lines())
    (crosshair.crosshairWidth, lines.lineWidth) = (0, 0)
    #expect(try (picture --> crosshair).frame() == picture)
    lines.lines = [[0.123, 0.0456]]
    #expect(try (picture --> lines).frame() == picture)
    for text in ["", "0.5", "0.5,0.5,1", "0.5,1.5", "a,b", "nan,0"] {
      #expect(throws: ParameterError.self) { _ = try Crosshair.make([("points", text)]) }
    }
    #expect(try Crosshair.make([("points", "0,0,1,1")]).points == [[0, 0], [1, 1]])
    #expect(try Lines.make([("lines", "-1000000,3")]).lines == [[-1_000_000, 3]])
  }
}
