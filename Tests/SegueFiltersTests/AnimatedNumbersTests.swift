import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Numbers of filters that are functions of the progress.
@Suite struct AnimatedNumbersTests {
  @Test("Numbers of blurs and tables follow the frame's progress")
  func blursAndTables() throws {
    try follows(ColorTableFilter(invert()), \.intensity, 0, 1)
    try follows(Lookup(invert()), \.intensity, 0, 1)
    try follows(SoftElegance(), \.sigma, 0, 8)
    try follows(SoftElegance(), \.mix, 0, 1)
    try follows(BoxBlur(), \.radius, 1, 9)
    try follows(GaussianSelectiveBlur(), \.sigma, 1, 9)
    try follows(GaussianSelectiveBlur(), \.radius, 0.1, 0.6)
    try follows(GaussianSelectiveBlur(), \.edge, 0, 0.5)
    try follows(GaussianSelectiveBlur(), \.x, 0, 1)
    try follows(GaussianSelectiveBlur(), \.y, 0, 1)
    try follows(BilateralBlur(), \.distanceNormalizationFactor, 1, 20)
    try follows(GaussianBlurPosition(), \.blurSize, 1, 4)
    try follows(GaussianBlurPosition(), \.blurRadius, 0.1, 0.8)
    try follows(placed(), \.x, 0, 1)
    try follows(placed(), \.y, 0, 1)
    try follows(IOSBlur(), \.sigma, 1, 9)
    try follows(IOSBlur(), \.saturation, 0, 2)
    try follows(IOSBlur(), \.rangeReduction, 0, 1)
    try follows(SingleComponentGaussianBlur(), \.sigma, 1, 9)
    try follows(strong(), \.sigma, 1, 9)
    try follows(UnsharpMask(), \.intensity, 0, 4)
    try follows(TiltShift(), \.sigma, 1, 9)
    try follows(TiltShift(), \.top, 0, 1)
    try follows(TiltShift(), \.bottom, 0.5, 0.9)
    try follows(TiltShift(), \.falloff, 0.1, 0.5)
    try follows(GaussianBlur(), \.sigma, 1, 9)
    try follows(Pixellate(), \.fraction, 0.05, 0.5)
  }

  @Test("Numbers of edge, corner and shape filters follow the frame's progress")
  func edges() throws {
    try follows(Lines(), \.lineWidth, 1, 9)
    try follows(Crosshair(), \.crosshairWidth, 3, 23)
    try follows(SmoothToon(), \.sigma, 0.5, 4)
    try follows(SmoothToon(), \.threshold, 0.1, 0.9)
    try follows(SmoothToon(), \.quantizationLevels, 3, 20)
    try follows(CannyEdgeDetection(), \.sigma, 0.5, 4)
    try follows(CannyEdgeDetection(), \.upperThreshold, 0.1, 0.7)
    try follows(canny(), \.lowerThreshold, 0, 0.3)
    try follows(ColorFASTFeatureDetection(), \.radius, 1, 9)
    try follows(ColorFASTFeatureDetection(), \.sensitivity, 0.5, 4)
    try follows(ColorFASTFeatureDetection(), \.threshold, 0, 0.3)
    try follows(ShiTomasiFeatureDetection(), \.sigma, 0.5, 4)
    try follows(ShiTomasiFeatureDetection(), \.sensitivity, 0.5, 4)
    try follows(ShiTomasiFeatureDetection(), \.threshold, 0, 0.5)
    try follows(NobleCornerDetection(), \.sigma, 0.5, 4)
    try follows(NobleCornerDetection(), \.sensitivity, 1, 20)
    try follows(NobleCornerDetection(), \.threshold, 0, 0.5)
    try follows(HarrisCornerDetection(), \.sigma, 0.5, 4)
    try follows(HarrisCornerDetection(), \.sensitivity, 1, 20)
    try follows(HarrisCornerDetection(), \.threshold, 0, 0.5)
    try follows(HoughTransformLineDetection(), \.sigma, 0.5, 4)
    try follows(HoughTransformLineDetection(), \.upperThreshold, 0.1, 0.7)
    try follows(HoughTransformLineDetection(), \.lowerThreshold, 0, 0.3)
    try follows(HoughTransformLineDetection(), \.threshold, 0.1, 0.9)
    try follows(AdaptiveThreshold(), \.radius, 1, 9)
    try follows(AdaptiveThreshold(), \.tolerance, 0, 0.5)
    try follows(RGBErosion(), \.radius, 1, 9)
    try follows(Erosion(), \.radius, 1, 9)
    try follows(Dilation(), \.radius, 1, 9)
    try follows(RGBDilation(), \.radius, 1, 9)
    try follows(Opening(), \.radius, 1, 9)
    try follows(RGBOpening(), \.radius, 1, 9)
    try follows(Closing(), \.radius, 1, 9)
    try follows(RGBClosing(), \.radius, 1, 9)
    try follows(AverageLuminanceThreshold(), \.multiplier, 0.5, 1.7)
  }

  private func invert() throws -> ColorTable {
    try ColorTable(.cube(2)) { 1 - $0 }
  }

  private func placed() -> GaussianBlurPosition {
    var filter = GaussianBlurPosition()
    filter.blurRadius = 0.3
    return filter
  }

  /// An unsharp mask of intensity 2; at the default of 1 it changes nothing.
  private func strong() -> UnsharpMask {
    var filter = UnsharpMask()
    filter.intensity = 2
    return filter
  }

  private func canny() -> CannyEdgeDetection {
    var filter = CannyEdgeDetection()
    filter.upperThreshold = 0.35
    return filter
  }

  /// Checks that a number that depends on the progress is evaluated at the frame's progress, 0.25, and has an
  /// effect.
  private func follows<F: Filter>(
    _ filter: F, _ number: WritableKeyPath<F, Animated>, _ start: Double, _ end: Double
  ) throws {
    let picture = try Bitmap.scene(60, 44, seed: 4, opaque: true)
    func frame(_ value: Animated) throws -> Bitmap {
      var filter = filter
      filter[keyPath: number] = value
      return try (.from --> filter).frame(from: picture, to: picture, at: 0.25)
    }
    let there = try frame(Animated(start + 0.25 * (end - start)))
    #expect(try frame(.progress { start + $0 * (end - start) }) == there, "\(F.self) \(number)")
    #expect(try frame(Animated(start)) != there, "\(F.self) \(number) has no effect")
  }
}
