import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares Voronoi cells with the nearest point of each pixel, found by testing all points.
@Suite struct VoronoiTests {
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
  @Test func pixelsOfAtLeast128ArePoints() throws {
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

  /// Points in a picture of another size are at the centers of its scaled pixels: here columns 10 and 30 of
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
}
