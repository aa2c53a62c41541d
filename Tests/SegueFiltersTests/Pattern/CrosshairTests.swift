import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares crosses over a picture with plain definitions.
@Suite struct CrosshairTests {
  @Test func crossesAreDrawnAtTheirPoints() throws {
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
  @Test func armsAreProportionalToTheCross() throws {
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

  /// A translucent color is mixed with the picture, and a transparent color changes nothing.
  @Test func marksMayBeTranslucent() throws {
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
  @Test func marksAreCompositedOverTranslucentPictures() throws {
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
  @Test func widthsOf0DrawNothingAndInvalidPointsAreErrors() throws {
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
