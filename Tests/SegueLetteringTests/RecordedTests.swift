import SegueLettering
import SeguePixels
import SegueTestSupport
import Testing

@Suite("Recorded: letters") struct RecordedTests {
  /// Records all letters of the font, and lines in all alignments, places and weights.
  @Test func letters() throws {
    var recorded = Recorded("letters")
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:-+/'?°·%_=()水~#"
    for sign in signs {
      var picture = try Bitmap(width: 40, height: 40)
      let text = PenText("\(sign)", 5, 27, size: 20)
      picture.draw(text, Pixel(red: 200, green: 100, blue: 50, alpha: 230))
      recorded.add("\(sign)", "\(Recorded.digits(Double(text.width))) \(picture.outcome)")
      // A thin pen shows ends of strokes that a thick one covers.
      var thin = try Bitmap(width: 60, height: 60)
      thin.draw(PenText("\(sign)", 8, 40, size: 35, weight: 0.02), .white)
      recorded.add("thin \(sign)", thin.outcome)
    }
    for (size, weight) in [(4, 0.125), (9, 0.05), (14, 0.2), (30, 0.125)] as [(Float, Float)] {
      for alignment in [PenAlignment.left, .center, .right] {
        for (x, y) in [(30, 20), (0, 0), (60, 41), (-3, 50), (12.4, 33.7)] as [(Float, Float)] {
          var picture = try Bitmap(
            PixelSize(width: 61, height: 43), filledWith: Pixel(red: 9, green: 99, blue: 199))
          picture.draw(
            PenText("aQ g8", x, y, size: size, weight: weight, alignment), .white,
            outline: size == 9 ? nil : Pixel(red: 0, green: 60, blue: 0, alpha: 128))
          recorded.add("\(size) \(weight) \(alignment) \(x) \(y)", picture.outcome)
        }
      }
    }
    for coverage in [-1, 0, 0.25, 0.5, 1] as [Float] {
      let color = Pixel(red: 100, green: 50, blue: 25, alpha: 128)
      recorded.add(
        "over \(coverage)",
        "\(color.over(.clear, coverage)) \(color.over(.white, coverage)) \(color.over(Pixel(red: 3, green: 2, blue: 1, alpha: 90), coverage))"
      )
    }
    recorded.add(
      "over", "\(Pixel.white.over(.black)) \(Pixel(red: 9, green: 9, blue: 9, alpha: 10).over(.white))")
    for points in [
      [SIMD2<Float>(0, 0), SIMD2(4, 0), SIMD2(4, 4)], [SIMD2(0, 0), SIMD2(8, 2), SIMD2(6, 6), SIMD2(1, 9)],
      [SIMD2(0, 0), SIMD2(4, 0), SIMD2(4, 4), SIMD2(0, 4), SIMD2(0, 0)], [SIMD2(1, 2), SIMD2(3, 4)],
    ] {
      recorded.add(
        "curve \(points.count) \(points[points.count - 1])",
        numbers: curve(through: points).flatMap { [Double($0.x), Double($0.y)] })
    }
    try recorded.check()
  }
}
