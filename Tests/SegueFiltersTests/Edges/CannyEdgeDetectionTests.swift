import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct CannyEdgeDetectionTests {
  private let image: Bitmap

  init() throws { image = try Bitmap.noise(72, 41, seed: 12, opaque: true) }

  /// Kernels for opaque pictures equal the separate passes byte for byte; other pictures use shaders.
  @Test(arguments: [0, 0.6, 2, 2.6, 5], [(0.4, 0.1), (0.05, 0.02), (0.3, 0.3), (0.1, 0.5)])
  func canny(sigma: Double, thresholds: (upper: Double, lower: Double)) throws {
    // Noise has local maxima everywhere, and large shapes have long edges. The last two pictures have a
    // translucent area.
    let shapes = try
      (image --> GaussianBlur(sigma: 3) --> Catalog.filters.make("contrast", ["contrast": "4"])).frame()
    var partly = shapes
    var below = shapes
    for y in 0..<9 { for x in 0..<12 { partly[x, y] = Pixel(red: 40, green: 10, blue: 60, alpha: 90) } }
    for y in 32..<41 { for x in 30..<72 { below[x, y] = Pixel(red: 40, green: 10, blue: 60, alpha: 90) } }
    var filter = CannyEdgeDetection()
    filter.sigma = Animated(sigma)
    (filter.upperThreshold, filter.lowerThreshold) = (Animated(thresholds.upper), Animated(thresholds.lower))
    for picture in [image, shapes, partly, below] {
      var steps = picture
      for (name, values) in [
        ("grayscale", [:]), ("gaussian-blur", ["sigma": "\(sigma)"]),
        ("directional-sobel-edge-detection", [:]),
        (
          "directional-non-maximum-suppression",
          ["upperThreshold": "\(thresholds.upper)", "lowerThreshold": "\(thresholds.lower)"]
        ), ("weak-pixel-inclusion", [:]),
      ] as [(String, [String: String])] {
        steps = try (steps --> Catalog.filters.make(name, values)).frame()
      }
      #expect(try (picture --> filter).frame().pixelsDiffering(from: steps, byMoreThan: 0) <= 3)
    }
    #expect(
      try (Bitmap.noise(1, 1, seed: 2, opaque: true) --> filter).frame()
        == Bitmap(PixelSize(width: 1, height: 1), filledWith: .black))
  }
}
