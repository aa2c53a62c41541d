import Foundation
import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Filters that need the whole picture, and detectors that mark it, against plain definitions.
@Suite struct WholePictureTests {
  /// Every pixel has the color of its nearest point.
  @Test(arguments: [1, 2, 40, 400]) func voronoiOfPoints(count: Int) throws {
    let picture = try Bitmap.noise(37, 29, seed: 1)
    var points = try Bitmap(picture.size)
    var random = SeededGenerator(UInt64(count))
    var places: [(x: Int, y: Int)] = []
    for _ in 0..<count {
      let place = (x: Int.random(in: 0..<37, using: &random), y: Int.random(in: 0..<29, using: &random))
      points[place.x, place.y] = .white
      places.append(place)
    }
    var filter = Voronoi()
    filter.points = points
    let made = try (picture --> filter).frame()
    for y in 0..<29 {
      for x in 0..<37 {
        func distance(_ p: (x: Int, y: Int)) -> Int { (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) }
        let least = places.map(distance).min()
        let nearest = places.filter { distance($0) == least }
        #expect(nearest.contains { made[x, y] == picture[$0.x, $0.y] })
      }
    }
  }

  /// Pixels with a channel of at least 128 are points.
  @Test func aLightPixelIsHalfWayUp() throws {
    let picture = try Bitmap.noise(3, 1, seed: 6, opaque: true)
    for light in [
      Pixel(red: 128, green: 0, blue: 0), Pixel(red: 0, green: 128, blue: 0),
      Pixel(red: 0, green: 0, blue: 128),
    ] {
      var filter = Voronoi()
      var points = try Bitmap(picture.size, filledWith: Pixel(red: 127, green: 127, blue: 127))
      points[1, 0] = light
      filter.points = points
      #expect(try (picture --> filter).frame() == Bitmap(picture.size, filledWith: picture[1, 0]), "\(light)")
    }
  }

  /// Points of a picture of another size are at the middle of its scaled pixels: here columns 10 and 30 of
  /// 40.
  @Test func pointsOfAnotherSize() throws {
    let picture = try Bitmap.noise(40, 8, seed: 7, opaque: true)
    var filter = Voronoi()
    filter.points = try Bitmap(PixelSize(width: 2, height: 1), filledWith: .white)
    let made = try (picture --> filter).frame()
    for x in 0..<40 where x != 20 { #expect(made[x, 5] == picture[x < 20 ? 10 : 30, 4], "column \(x)") }
  }

  @Test func voronoiIsDrawnByItsSeed() throws {
    let picture = try Bitmap.noise(60, 50, seed: 2, opaque: true)
    let first = try (picture --> Voronoi(cells: 30, seed: 4)).frame()
    #expect(try (picture --> Voronoi(cells: 30, seed: 4)).frame() == first)
    #expect(try (picture --> Voronoi(cells: 30, seed: 5)).frame() != first)
    let colors = Set((0..<50).flatMap { y in (0..<60).map { "\(first[$0, y])" } })
    #expect((20...30).contains(colors.count))
    // Without a light pixel, there is one cell.
    var none = Voronoi()
    none.points = try Bitmap(PixelSize(width: 3, height: 3), filledWith: .black)
    #expect(try (picture --> none).frame() == Bitmap(picture.size, filledWith: picture[0, 0]))
  }

  @Test("At least one cell is drawn, and the default seed is 0") func voronoiOfFewNumbers() throws {
    let picture = try Bitmap.noise(30, 20, seed: 8, opaque: true)
    func made(_ filter: Voronoi) throws -> Bitmap { try (picture --> filter).frame() }
    for cells in [0, -7] { #expect(try made(Voronoi(cells: cells)) == made(Voronoi(cells: 1))) }
    #expect(try made(Voronoi(cells: 9)) == made(Voronoi(cells: 9, seed: 0)))
    #expect(try made(Voronoi()) == made(Voronoi(cells: 1000)))
    #expect(try made(Voronoi(cells: 9, seed: -1)) != made(Voronoi(cells: 9, seed: 1)))
  }

  @Test("A negative side is derived from the other one, like a side of 0") func sidesBelowZero() throws {
    let picture = try Bitmap.noise(40, 30, seed: 3)
    #expect(try (picture --> LanczosResampling(width: -5)).frame() == picture)
    #expect(
      try (picture --> LanczosResampling(width: -5, height: 45)).frame() == picture.resized(height: 45))
    #expect(
      try (picture --> LanczosResampling(width: 20, height: -5)).frame() == picture.resized(width: 20))
  }

  @Test func resizedAsPicturesAre() throws {
    let picture = try Bitmap.noise(40, 30, seed: 3)
    #expect(try (picture --> LanczosResampling(width: 20)).frame() == picture.resized(width: 20))
    #expect(try (picture --> LanczosResampling(height: 45)).frame() == picture.resized(height: 45))
    for (width, height) in [(7, 70), (40, 12), (13, 30)] {
      let size = PixelSize(width: width, height: height)
      let filter = LanczosResampling(width: width, height: height)
      #expect(try (picture --> filter).frame() == picture.resized(to: size), "\(size)")
    }
    #expect(try (picture --> LanczosResampling()).frame() == picture)
  }

  @Test func packedColors() throws {
    var picture = try Bitmap(PixelSize(width: 3, height: 3), filledWith: .black)
    let reds: [[UInt8]] = [[200, 100, 30], [50, 255, 128], [10, 20, 255]]
    for y in 0..<3 { for x in 0..<3 { picture[x, y] = Pixel(red: reds[y][x], green: 7, blue: 9) } }
    let packed = try (picture --> ColorPacking()).frame()
    #expect(packed.size == PixelSize(width: 2, height: 2))
    #expect(packed[0, 0] == Pixel(red: 200, green: 100, blue: 50, alpha: 255))
    // Neighbors outside are clamped to the edge; straight, this is 30, 30, 128 with an alpha of 128.
    #expect(packed[1, 0] == Pixel(red: 15, green: 15, blue: 64, alpha: 128))
    #expect(packed[1, 1] == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
  }

  @Test(arguments: [0, 0.4, 1, 1.5, 2, 12, 12.5]) func blurWithinACircle(spacing: Double) throws {
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

  @Test("Poisson's mix follows the progress, and negative iterations are none") func poissonNumbers() throws {
    let (a, b) = (try Bitmap.noise(30, 20, seed: 5, opaque: true), try Bitmap.noise(30, 20, seed: 6))
    func made(_ mix: Animated, _ iterations: Int) throws -> Bitmap {
      var blend = PoissonBlend()
      (blend.mix, blend.iterations) = (mix, iterations)
      return try ((.picture(a), .picture(b)) --> blend).frame(at: 0.25)
    }
    #expect(try made(.progress, 2) == made(0.25, 2))
    #expect(try made(0.25, 2) != a)
    #expect(try made(0.25, -4) == a)
  }

  @Test func poissonBlendIsItsSteps() throws {
    let (a, b) = (try Bitmap.noise(30, 20, seed: 5, opaque: true), try Bitmap.noise(30, 20, seed: 6))
    var blend = PoissonBlend()
    blend.iterations = 3
    let overlay = ReferencePicture(b)
    var expected = ReferencePicture(a)
    for _ in 0..<3 {
      let base = expected
      expected = base.map { x, y, c in
        func mean(_ p: ReferencePicture) -> Double {
          (p[x - 1, y, c] + p[x + 1, y, c] + p[x, y - 1, c] + p[x, y + 1, c]) / 4
        }
        if c == 3 { return base[x, y, 3] }
        let wanted = mean(base) + overlay[x, y, c] - mean(overlay)
        let share = overlay[x, y, 3] / 255 * 0.5
        return min(max(base[x, y, c] + (wanted - base[x, y, c]) * share, 0), 255).rounded()
      }
    }
    #expect(expected.largestDifference(from: try ((.picture(a), .picture(b)) --> blend).frame()) <= 1)
    blend.iterations = 0
    #expect(try ((.picture(a), .picture(b)) --> blend).frame() == a)
    // A transparent second picture changes nothing.
    let nothing = try Bitmap(a.size)
    #expect(try ((.picture(a), .picture(nothing)) --> PoissonBlend()).frame() == a)
  }

  @Test func featuresAreWhereColorsDiffer() throws {
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

  /// Lines are found at their known places, and nowhere else.
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

  /// A steep line is found once, although an opposite normal describes it, too.
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
  @Test(arguments: [(12, true), (5, false)]) func linesThatCutOffACorner(legs: Int, isLine: Bool) throws {
    var picture = try Bitmap(PixelSize(width: 120, height: 80), filledWith: .black)
    for y in 0..<legs { for x in 0..<legs - y { picture[x, y] = .white } }
    var filter = HoughTransformLineDetection()
    (filter.sigma, filter.marks, filter.threshold) = (0, false, 0.8)
    let lines = try (picture --> filter).frame()
    #expect((0..<80).contains { y in (0..<120).contains { lines[$0, y] == .white } } == isLine)
  }
}
