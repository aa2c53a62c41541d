import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct AverageColorTests {
  private let image: Bitmap
  private let picture: ReferencePicture

  init() throws {
    image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
    picture = ReferencePicture(image)
  }

  @Test func averageColorsEqualTheMean() throws {
    let transparent = try Bitmap.noise(50, 30, seed: 2)
    for bitmap in [image, transparent] {
      let count = Double(bitmap.width * bitmap.height)
      let means = (0..<4).map { channel in
        let channels = ReferencePicture(bitmap).channels
        return stride(from: channel, to: channels.count, by: 4).reduce(0) { $0 + channels[$1] } / count
      }
      let luminance = 0.2125 * means[0] + 0.7154 * means[1] + 0.0721 * means[2]
      let average = try (bitmap --> AverageColor()).frame()
      let light = try (bitmap --> Luminosity()).frame()
      for (pixel, expected) in [
        (average[3, 4], means), (light[7, 1], [luminance, luminance, luminance, means[3]]),
      ] {
        let channels = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(Double.init)
        #expect(zip(channels, expected).allSatisfy { abs($0 - $1) <= 0.5001 })
      }
      #expect(try average == Bitmap(bitmap.size, filledWith: average[0, 0]))
    }
    var threshold = AverageLuminanceThreshold()
    threshold.multiplier = 1.2
    let channels = picture.channels
    func luminance(_ i: Int) -> Double {
      0.2125 * channels[i] + 0.7154 * channels[i + 1] + 0.0721 * channels[i + 2]
    }
    let mean =
      stride(from: 0, to: channels.count, by: 4).reduce(0) { $0 + luminance($1) } / Double(channels.count / 4)
    let frame = try (image --> threshold).frame()
    for index in stride(from: 0, to: channels.count, by: 4) where abs(luminance(index) - 1.2 * mean) > 0.01 {
      let expected = luminance(index) > 1.2 * mean ? Pixel.white : .black
      #expect(frame[index / 4 % 72, index / 4 / 72] == expected)
    }
  }
}
