import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct HistogramTests {
  /// The histogram has a column for each of 256 levels; the most frequent level is as high as the picture.
  @Test func histogramShowsTheFrequencies() throws {
    var picture = try Bitmap(
      PixelSize(width: 256, height: 64), filledWith: Pixel(red: 10, green: 20, blue: 30))
    for y in 0..<32 { for x in 0..<256 { picture[x, y] = Pixel(red: 200, green: 20, blue: 31) } }
    for x in 0..<64 { picture[x, 63] = .clear }
    let bars = try (picture --> Histogram()).frame()
    let visible = 256 * 64 - 64
    func height(_ x: Int, _ channel: KeyPath<Pixel, UInt8>) -> Int {
      (0..<64).count { bars[x, $0][keyPath: channel] == 255 }
    }
    for level in 0..<256 {
      let counts = [
        [10: visible - 8192, 200: 8192][level] ?? 0, level == 20 ? visible : 0,
        [30: visible - 8192, 31: 8192][level] ?? 0,
      ]
      for (channel, count) in zip([\Pixel.red, \.green, \.blue], counts) {
        #expect(abs(Double(height(level, channel)) - 64 * Double(count) / Double(visible)) <= 0.5)
      }
    }
    var histogram = Histogram()
    histogram.channel = .red
    let red = try (picture --> histogram).frame()
    #expect(red[200, 63] == Pixel(red: 255, green: 0, blue: 0) && red[20, 63] == .black)
    // This level is the most frequent one in the red channel, so its column is as high as the picture.
    #expect(red[200, 0].red == 255)
    histogram.channel = .luminance
    let gray = try (picture --> histogram).frame()
    let light = 59  // 0.2125 · 200 + 0.7154 · 20 + 0.0721 · 31 is 59.04.
    #expect(gray[light, 63] == .white && gray[light + 1, 63] == .black)
  }

  /// The histogram of a translucent picture is opaque, and equalization keeps alpha.
  @Test func colorsAreStraight() throws {
    let opaque = try Bitmap.noise(40, 31, seed: 7, opaque: true)
    var half = opaque
    for y in 0..<31 {
      for x in 0..<40 {
        let p = opaque[x, y]
        // Half the color with half the alpha, so straight colors are equal within rounding.
        half[x, y] = Pixel(red: p.red / 2, green: p.green / 2, blue: p.blue / 2, alpha: 128)
      }
    }
    var filter = Histogram()
    for channel in HistogramChannel.allCases {
      filter.channel = channel
      let (a, b) = (try (opaque --> filter).frame(), try (half --> filter).frame())
      #expect(a.isOpaque && b.isOpaque && b[20, 15].alpha == 255)
    }
    let equal = try (half --> HistogramEqualization()).frame()
    #expect(equal[3, 3].alpha == 128 && equal[3, 3].red <= 128)
  }
}
