import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Compares Gaussian blurs with the convolution in Double.
@Suite struct GaussianBlurTests {
  static let sigmas = [0.3, 0.8, 1.37, 2, 2.6, 2.7, 4, 5.33, 9.9, 16, 40]

  @Test(arguments: PixelSize.odd, sigmas)
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
  @Test func gaussianChangesSmoothlyWithSigma() throws {
    let image = try Bitmap.noise(90, 50, seed: 2, opaque: true)
    var before = try (image --> GaussianBlur(sigma: 0.2)).frame()
    for step in 21...1200 {
      let frame = try (image --> GaussianBlur(sigma: Animated(Double(step) / 100))).frame()
      let most = step < 100 ? 6 : 2
      #expect(frame.largestDifference(from: before) <= most, "σ \(Double(step) / 100)")
      before = frame
    }
  }

  @Test func withoutSigmaThePictureIsUnchanged() throws {
    let image = try Bitmap.noise(20, 20, seed: 1)
    #expect(try (image --> GaussianBlur(sigma: 0)).frame() == image)
    #expect(try (image --> GaussianBlur(sigma: -3)).frame() == image)
    #expect(try (image --> GaussianBlur(sigma: Animated(.nan))).frame() == image)
  }

  @Test func plainColorsAreUnchanged() throws {
    let color = Pixel(red: 201, green: 100, blue: 3, alpha: 222)
    let image = try Bitmap(PixelSize(width: 57, height: 33), filledWith: color)
    for sigma in Self.sigmas + [120, 500] {
      #expect(try (image --> GaussianBlur(sigma: Animated(sigma))).frame() == image)
    }
    for radius in [1, 5, 40, 500] {
      #expect(try (image --> BoxBlur(radius: Animated(Double(radius)))).frame() == image)
    }
  }

  /// On one thread, a chain reads each row of its picture once, although its filters read neighborhoods of
  /// rows.
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
