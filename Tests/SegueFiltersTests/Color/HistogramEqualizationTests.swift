import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares equalization with counted shares of pixels.
@Suite struct HistogramEqualizationTests {
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

  /// All channels of a pixel are shifted by the change of its luminance.
  @Test func equalizationOfLuminanceShiftsAllChannels() throws {
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
        // The result lies between the results of the next lower and the next higher level.
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
}
