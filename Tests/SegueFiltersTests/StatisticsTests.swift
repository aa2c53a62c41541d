import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Filters that depend on a histogram of the picture.
@Suite struct StatisticsTests {
  /// The histogram has a column for each of 256 levels; the most frequent level is as high as the picture.
  @Test func histogramDrawsWhatIsThere() throws {
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
    // In the red channel alone this is the most frequent level, so its column is as high as the picture.
    #expect(red[200, 0].red == 255)
    histogram.channel = .luminance
    let gray = try (picture --> histogram).frame()
    let light = 59  // 0.2125 · 200 + 0.7154 · 20 + 0.0721 · 31 is 59.04.
    #expect(gray[light, 63] == .white && gray[light + 1, 63] == .black)
  }

  /// A level is mapped to the fraction of pixels at or below it, minus the fraction of black pixels.
  @Test(arguments: [HistogramChannel.rgb, .red, .green, .blue]) func equalization(channel: HistogramChannel)
    throws
  {
    let picture = try Bitmap.noise(40, 31, seed: 6, opaque: true)
    let dark = try (picture --> Catalog.filters.make("gamma", ["gamma": "2.5"])).frame()
    var filter = HistogramEqualization()
    filter.channel = channel
    let made = try (dark --> filter).frame()
    for (index, path) in [\Pixel.red, \.green, \.blue].enumerated() {
      let levels = (0..<31).flatMap { y in (0..<40).map { dark[$0, y][keyPath: path] } }
      let black = levels.count { $0 == 0 }
      for y in 0..<31 {
        for x in 0..<40 {
          let level = dark[x, y][keyPath: path]
          let share = Double(levels.count { $0 <= level } - black) / Double(levels.count)
          let isChanged = channel == .rgb || channel == [.red, .green, .blue][index]
          #expect(
            abs(Double(made[x, y][keyPath: path]) - (isChanged ? 255 * share : Double(level))) <= 0.5001)
        }
      }
    }
  }

  /// All channels of a pixel are shifted by as much as its luminance.
  @Test func equalizedLuminance() throws {
    var picture = try Bitmap.noise(40, 31, seed: 6, opaque: true)
    picture[3, 4] = .white
    var filter = HistogramEqualization()
    filter.channel = .luminance
    let made = try (picture --> filter).frame()
    func light(_ pixel: Pixel) -> Double {
      0.2125 * Double(pixel.red) + 0.7154 * Double(pixel.green) + 0.0721 * Double(pixel.blue)
    }
    let lights = (0..<31).flatMap { y in (0..<40).map { light(picture[$0, y]) } }
    for y in 0..<31 {
      for x in 0..<40 {
        let (before, after) = (picture[x, y], made[x, y])
        // The result is between those of the next lower and higher levels.
        let own = light(before)
        let low = 255 * Double(lights.count { $0.rounded() <= own.rounded(.down) }) / Double(lights.count)
        let high = 255 * Double(lights.count { $0.rounded() <= own.rounded(.up) }) / Double(lights.count)
        for path in [\Pixel.red, \.green, \.blue] where (1...254).contains(after[keyPath: path]) {
          let distance = Double(after[keyPath: path]) - Double(before[keyPath: path])
          #expect(distance >= low - own - 1 && distance <= high - own + 1)
        }
      }
    }
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
