import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Premultiplied channels in Double, four for each pixel, clamped to the edge outside.
struct ReferencePicture {
  let width: Int
  let height: Int
  var channels: [Double]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    channels = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).flatMap { x in
        let pixel = bitmap[x, y]
        return [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(Double.init)
      }
    }
  }

  subscript(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    channels[4 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) + channel]
  }

  /// Makes a picture of equal size by a function of position and channel.
  func map(_ channel: (_ x: Int, _ y: Int, _ channel: Int) -> Double) -> ReferencePicture {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<4 { result.channels[4 * (y * width + x) + c] = channel(x, y, c) }
      }
    }
    return result
  }

  /// The largest difference from a bitmap.
  func largestDifference(from bitmap: Bitmap) -> Double {
    zip(channels, ReferencePicture(bitmap).channels).map { abs($0 - $1) }.max() ?? 0
  }

  /// Convolves with a Gaussian, truncated at six sigma.
  func blurred(sigma: Double) -> ReferencePicture {
    let radius = Int(6 * sigma) + 1
    let weights = (-radius...radius).map { d in reciprocalExponential(Double(d * d) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    let across = map { x, y, c in
      zip(-radius...radius, weights).reduce(0) { $0 + self[x + $1.0, y, c] * $1.1 } / sum
    }
    return across.map { x, y, c in
      zip(-radius...radius, weights).reduce(0) { $0 + across[x, y + $1.0, c] * $1.1 } / sum
    }
  }
}

/// Computes e^−x: halves x until a few terms of the Taylor series are enough.
private func reciprocalExponential(_ x: Double) -> Double {
  if x > 0.01 {
    let half = reciprocalExponential(x / 2)
    return half * half
  }
  return 1 - x + x * x / 2 - x * x * x / 6 + x * x * x * x / 24
}

/// Blurs, medians and extremes against their definitions in Double.
@Suite struct NeighborhoodTests {
  static let sizes = [(1, 1), (1, 9), (9, 1), (3, 3), (40, 23), (131, 67)]
  static let sigmas = [0.3, 0.8, 1.37, 2, 2.6, 2.7, 4, 5.33, 9.9, 16, 40]

  @Test(arguments: sizes, sigmas)
  func gaussianAgreesWithTheConvolution(size: (Int, Int), sigma: Double) throws {
    for opaque in [false, true] {
      let image = try Bitmap.noise(size.0, size.1, seed: 11, opaque: opaque)
      let frame = try (image --> GaussianBlur(sigma: Animated(sigma))).frame()
      // Rounding accounts for 0.5.
      #expect(ReferencePicture(image).blurred(sigma: sigma).largestDifference(from: frame) < 0.75)
    }
  }

  /// Edges between black and white show errors of the weights in full.
  @Test(arguments: [1, 2.6, 2.7, 3.9, 5.33, 5.34, 10.6, 10.7, 25]) func gaussianOfAnEdge(sigma: Double) throws
  {
    var image = try Bitmap(PixelSize(width: 200, height: 40), filledWith: .black)
    for y in 0..<40 { for x in 77..<200 where y > 13 { image[x, y] = .white } }
    let frame = try (image --> GaussianBlur(sigma: Animated(sigma))).frame()
    #expect(ReferencePicture(image).blurred(sigma: sigma).largestDifference(from: frame) < 0.85)
  }

  /// A small change of σ changes pixels little: no radius is rounded, and the algorithms for small and large
  /// σ agree.
  @Test func gaussianMovesSmoothly() throws {
    let image = try Bitmap.noise(90, 50, seed: 2, opaque: true)
    var before = try (image --> GaussianBlur(sigma: 0.2)).frame()
    for step in 21...1200 {
      let frame = try (image --> GaussianBlur(sigma: Animated(Double(step) / 100))).frame()
      let most = step < 100 ? 6 : 2
      #expect(frame.largestDifference(from: before) <= most, "σ \(Double(step) / 100)")
      before = frame
    }
  }

  @Test func gaussianOfNothingIsThePictureItself() throws {
    let image = try Bitmap.noise(20, 20, seed: 1)
    #expect(try (image --> GaussianBlur(sigma: 0)).frame() == image)
    #expect(try (image --> GaussianBlur(sigma: -3)).frame() == image)
    #expect(try (image --> GaussianBlur(sigma: Animated(.nan))).frame() == image)
  }

  @Test func evenPicturesStayEven() throws {
    let color = Pixel(red: 201, green: 100, blue: 3, alpha: 222)
    let image = try Bitmap(PixelSize(width: 57, height: 33), filledWith: color)
    for sigma in Self.sigmas + [120, 500] {
      #expect(try (image --> GaussianBlur(sigma: Animated(sigma))).frame() == image)
    }
    for radius in [1, 5, 40, 500] {
      #expect(try (image --> BoxBlur(radius: Animated(Double(radius)))).frame() == image)
    }
  }

  @Test(arguments: sizes, [1, 2, 4, 7, 30]) func boxAgreesWithTheMean(size: (Int, Int), radius: Int) throws {
    let image = try Bitmap.noise(size.0, size.1, seed: 4)
    let picture = ReferencePicture(image)
    let across = picture.map { x, y, c in (-radius...radius).reduce(0) { $0 + picture[x + $1, y, c] } }
    let expected = across.map { x, y, c in
      (-radius...radius).reduce(0) { $0 + across[x, y + $1, c] } / Double((2 * radius + 1) * (2 * radius + 1))
    }
    let frame = try (image --> BoxBlur(radius: Animated(Double(radius)))).frame()
    #expect(expected.largestDifference(from: frame) < 0.501)
  }

  @Test(arguments: sizes) func medianIsTheFifthOfNine(size: (Int, Int)) throws {
    let image = try Bitmap.noise(size.0, size.1, seed: 8)
    let picture = ReferencePicture(image)
    let expected = picture.map { x, y, c in
      (-1...1).flatMap { dy in (-1...1).map { picture[x + $0, y + dy, c] } }.sorted()[4]
    }
    #expect(expected.largestDifference(from: try (image --> Median()).frame()) == 0)
  }

  @Test(arguments: sizes, [1, 2, 5, 20]) func extremesAreThoseOfTheSquare(size: (Int, Int), radius: Int)
    throws
  {
    let image = try Bitmap.noise(size.0, size.1, seed: 6)
    let picture = ReferencePicture(image)
    func extreme(_ picture: ReferencePicture, _ pick: (Double, Double) -> Double) -> ReferencePicture {
      let across = picture.map { x, y, c in
        (-radius...radius).map { picture[x + $0, y, c] }.reduce(picture[x, y, c], pick)
      }
      return across.map { x, y, c in
        (-radius...radius).map { across[x, y + $0, c] }.reduce(across[x, y, c], pick)
      }
    }
    let gray = picture.map { x, y, c in c == 3 ? 255 : picture[x, y, 0] }
    let amount = Animated(Double(radius))
    let (dilated, eroded) = (extreme(picture, max), extreme(picture, min))
    #expect(dilated.largestDifference(from: try (image --> RGBDilation(radius: amount)).frame()) == 0)
    #expect(eroded.largestDifference(from: try (image --> RGBErosion(radius: amount)).frame()) == 0)
    #expect(extreme(gray, max).largestDifference(from: try (image --> Dilation(radius: amount)).frame()) == 0)
    #expect(extreme(gray, min).largestDifference(from: try (image --> Erosion(radius: amount)).frame()) == 0)
    let opened = extreme(eroded, max)
    let closed = extreme(dilated, min)
    #expect(opened.largestDifference(from: try (image --> RGBOpening(radius: amount)).frame()) == 0)
    #expect(closed.largestDifference(from: try (image --> RGBClosing(radius: amount)).frame()) == 0)
  }

  /// On one thread, a chain reads each row of its picture once, whatever neighborhoods its filters need.
  @Test func eachRowIsReadOnce() throws {
    let rows = CountingRows(try Bitmap.noise(30, 80, seed: 1))
    let chain =
      Chain.picture(rows) --> GaussianBlur(sigma: 2) --> Median() --> BoxBlur(radius: 3)
      --> GaussianBlur(sigma: 7)
      --> RGBDilation(radius: 2)
    _ = try chain.frame(Execution(threads: 1))
    #expect(rows.reads.allSatisfy { $0 == 1 })
  }
}
