import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Filters of several passes, against formulas in Double, or against their passes one by one.
@Suite struct PassesTests {
  private let image: Bitmap
  private let picture: ReferencePicture

  init() throws {
    image = try Bitmap.noise(72, 41, seed: 12, opaque: true)
    picture = ReferencePicture(image)
  }

  private func smoothstep(_ low: Double, _ high: Double, _ x: Double) -> Double {
    let t = min(max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Compares with the picture where `share` is 0, with its blur where it is 1, and with mixes between.
  ///
  /// The filter rounds the blur to bytes before mixing.
  private func check(
    _ filter: some Filter, sigma: Double, share: (_ u: Double, _ v: Double) -> Double
  ) throws {
    let blurred = picture.blurred(sigma: sigma)
    let expected = picture.map { x, y, c in
      let share = share((Double(x) + 0.5) / 72, (Double(y) + 0.5) / 41)
      return picture[x, y, c] + (blurred[x, y, c] - picture[x, y, c]) * share
    }
    #expect(expected.largestDifference(from: try (image --> filter).frame()) < 1.3)
  }

  /// The factor can be set as a property or in the initializer, and can follow the progress.
  @Test func theFactorOfABilateralBlur() throws {
    var filter = BilateralBlur()
    let usual = try (image --> filter).frame()
    filter.distanceNormalizationFactor = 2
    let smooth = try (image --> filter).frame()
    #expect(usual != smooth)
    #expect(try (image --> BilateralBlur(distanceNormalizationFactor: 8)).frame() == usual)
    #expect(try (image --> BilateralBlur(distanceNormalizationFactor: 2)).frame() == smooth)
    let growing = BilateralBlur(distanceNormalizationFactor: 4.0 * .progress)
    #expect(try (image --> growing).frame(at: 0.5) == smooth)
  }

  @Test func tiltShift() throws {
    var filter = TiltShift()
    try check(filter, sigma: 7) { _, v in
      1 - smoothstep(0.2, 0.4, v) + smoothstep(0.6, 0.8, v)
    }
    (filter.sigma, filter.top, filter.bottom, filter.falloff) = (3, 0.3, 0.35, 0.3)
    try check(filter, sigma: 3) { _, v in
      min(1, 1 - smoothstep(0, 0.3, v) + smoothstep(0.35, 0.65, v))
    }
  }

  @Test func selectiveBlur() throws {
    var filter = GaussianSelectiveBlur()
    (filter.radius, filter.edge, filter.x, filter.y) = (0.3, 0.2, 0.4, 0.6)
    try check(filter, sigma: 5) { u, v in
      let y = (v - 0.5) * 41 / 72 + 0.5
      let far = ((u - 0.4) * (u - 0.4) + (y - 0.6) * (y - 0.6)).squareRoot()
      return smoothstep(0.1, 0.3, far)
    }
  }

  @Test func unsharpMask() throws {
    var filter = UnsharpMask()
    #expect(try (image --> filter).frame() == image)
    filter.intensity = 1.5
    let blurred = picture.blurred(sigma: 4)
    let expected = picture.map { x, y, c in
      c == 3 ? 255 : min(max(1.5 * picture[x, y, c] - 0.5 * blurred[x, y, c], 0), 255)
    }
    #expect(expected.largestDifference(from: try (image --> filter).frame()) < 1)
  }

  @Test func singleComponentGaussianBlur() throws {
    let expected = picture.blurred(sigma: 2)
    let gray = expected.map { x, y, c in c == 3 ? 255 : expected[x, y, 0] }
    #expect(gray.largestDifference(from: try (image --> SingleComponentGaussianBlur()).frame()) < 0.75)
  }

  @Test func adaptiveThreshold() throws {
    let gray = try (image --> Catalog.filters.make("grayscale")).frame()
    let mean = ReferencePicture(try (gray --> BoxBlur(radius: 4)).frame())
    let frame = try (image --> AdaptiveThreshold()).frame()
    var different = 0
    for y in 0..<41 {
      for x in 0..<72 {
        let isWhite = Double(gray[x, y].red) >= mean[x, y, 0] - 0.05 * 255
        let isTie = abs(Double(gray[x, y].red) - (mean[x, y, 0] - 0.05 * 255)) < 1
        if !isTie && frame[x, y] != (isWhite ? .white : .black) { different += 1 }
      }
    }
    #expect(different == 0)
  }

  @Test func means() throws {
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

  /// If the multiple of the mean is above white, no pixel is white.
  @Test func aThresholdAboveWhiteIsReachedByNothing() throws {
    var picture = try Bitmap(PixelSize(width: 4, height: 2), filledWith: .white)
    picture[0, 0] = .black
    var threshold = AverageLuminanceThreshold()
    threshold.multiplier = 2
    #expect(try (picture --> threshold).frame() == Bitmap(picture.size, filledWith: .black))
  }

  /// Kernels for opaque pictures equal the separate passes byte for byte; other pictures use shaders.
  @Test(arguments: [0, 0.6, 2, 2.6, 5], [(0.4, 0.1), (0.05, 0.02), (0.3, 0.3), (0.1, 0.5)])
  func canny(sigma: Double, thresholds: (upper: Double, lower: Double)) throws {
    // Noise has local maxima everywhere, large shapes have long edges, and the last two have a transparent
    // corner.
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

  @Test func chainsAreTheirPasses() throws {
    func steps(_ names: [(String, [String: String])]) throws -> Bitmap {
      try names.reduce(image) { try ($0 --> Catalog.filters.make($1.0, $1.1)).frame() }
    }
    let toon = try steps([("gaussian-blur", ["sigma": "2"]), ("toon", [:])])
    #expect(toon == (try (image --> SmoothToon()).frame()))
    let glass = try steps([
      ("saturation", ["saturation": "0.8"]), ("gaussian-blur", ["sigma": "48"]), ("luminance-range", [:]),
    ])
    #expect(glass.largestDifference(from: try (image --> IOSBlur()).frame()) <= 1)
  }

  /// Expects the smaller eigenvalue of the smoothed structure tensor, with GPUImage's constants.
  @Test(arguments: [nil, "0.01"]) func shiTomasiIsItsSteps(threshold: String?) throws {
    let shapes = try
      (image --> GaussianBlur(sigma: 3) --> Catalog.filters.make("contrast", ["contrast": "4"])).frame()
    let derivative = try Catalog.filters.make("xy-derivative")
    var heights = try (shapes --> derivative --> GaussianBlur(sigma: 2)).frame()
    for y in 0..<heights.height {
      for x in 0..<heights.width {
        let pixel = heights[x, y]
        let (a, b) = (Double(pixel.red) / 255, Double(pixel.green) / 255)
        let both = Double(pixel.blue) / 127.5 - 1
        let height = 1.5 * (a + b - ((a - b) * (a - b) + 4 * both * both).squareRoot())
        let gray = UInt8((255 * min(max(height, 0), 1)).rounded())
        heights[x, y] = Pixel(red: gray, green: gray, blue: gray)
      }
    }
    let highest = try Catalog.filters.make(
      "thresholded-non-maximum-suppression", ["threshold": threshold ?? "0.2"])
    let expected = try (heights --> highest).frame()
    var values = ["marks": "false"]
    values["threshold"] = threshold
    let frame = try (shapes --> Catalog.filters.make("shi-tomasi", values)).frame()
    #expect(frame.pixelsDiffering(from: expected, byMoreThan: 0) <= 2)
    if threshold != nil {
      #expect(
        try expected.pixelsDiffering(from: Bitmap(expected.size, filledWith: .black), byMoreThan: 0) > 4)
    }
  }

  /// A bright square on black has four corners, and nothing else is found.
  @Test(arguments: ["harris", "noble", "shi-tomasi"]) func cornersOfASquare(name: String) throws {
    var square = try Bitmap(PixelSize(width: 60, height: 60), filledWith: .black)
    for y in 20..<40 { for x in 20..<40 { square[x, y] = .white } }
    let frame = try (square --> Catalog.filters.make(name, ["marks": "false"])).frame()
    var corners: [(Int, Int)] = []
    for y in 0..<60 { for x in 0..<60 where frame[x, y] == .white { corners.append((x, y)) } }
    #expect(corners.count == 4)
    for (x, y) in corners {
      #expect(min(abs(x - 20), abs(x - 39)) <= 3 && min(abs(y - 20), abs(y - 39)) <= 3)
    }
    let marked = try (square --> Catalog.filters.make(name)).frame()
    let red = Pixel(red: 255, green: 0, blue: 0)
    // Marks are squares of five pixels, with the unchanged picture around them.
    for y in 0..<60 {
      for x in 0..<60 {
        let isMarked = corners.contains { max(abs(x - $0.0), abs(y - $0.1)) <= 2 }
        #expect(marked[x, y] == (isMarked ? red : square[x, y]))
      }
    }
  }
}
