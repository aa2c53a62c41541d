import SegueFilters
import SeguePixels
import SegueRendering
import SegueTransitions
import Testing

/// Properties that frames with 16 bits a sample have for every transition of the catalog.
@Suite struct DeepTransitionTests {
  static let catalog = TransitionTests.catalog
  static let size = PixelSize(width: 67, height: 43)

  /// A smooth picture of 16 bits; transparent in one corner, if it is not opaque.
  private static func picture(_ phase: Double, isOpaque: Bool = true) throws -> Bitmap {
    var samples: [UInt16] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        let alpha = isOpaque ? 1 : max(0.05, min(1, u + v))
        for value in [
          (u + phase).truncatingRemainder(dividingBy: 1) * 0.5 + 0.25, 0.2 + 0.6 * v, 0.9 - 0.5 * u * v,
          alpha,
        ] {
          samples.append(UInt16((value * 65535).rounded()))
        }
      }
    }
    return try Bitmap(width: size.width, height: size.height, rgba16: samples)
  }

  @Test(arguments: catalog) func endsEqualThePicturesInEverySample(entry: TransitionTests.Entry) throws {
    let (from, to) = (try Self.picture(0, isOpaque: false), try Self.picture(0.4))
    let renderer = try entry.renderer(from, to)
    for (progress, picture) in [(0.0, from), (1, to)] {
      let frame = try renderer.rows(at: progress).rendered(as: .sixteen)
      #expect(try frame.rgba16() == picture.rgba16())
    }
  }

  @Test(arguments: catalog) func samplesDependOnNeitherLevelNorThreads(entry: TransitionTests.Entry) throws {
    let (from, to) = (try Self.picture(0, isOpaque: false), try Self.picture(0.4))
    let frames = try SIMDLevel.available.flatMap { level in
      try [1, 3].map { threads in
        try entry.renderer(from, to, level: level).rows(at: 0.37)
          .rendered(as: .sixteen, Execution(threads: threads, level: level)).rgba16()
      }
    }
    #expect(Set(frames).count == 1)
  }

  /// Effects in which rounding a color may change pixels considerably, since the result is a step or steep
  /// function of colors.
  static let stepped: Set = [
    "colour-distance", "luminance-melt", "parametric-glitch", "hsv-fade", "glitch-displace",
    "inverted-page-curl", "stereo-viewer", "edge-transition", "gl-luma", "coord-from-in", "dimming-slide",
  ]

  @Test(arguments: catalog) func roundedFramesEqualThoseOf8Bits(entry: TransitionTests.Entry) throws {
    let (from, to) = (try Self.picture(0), try Self.picture(0.4))
    let eight = try entry.renderer(from.converted(to: .eight), to.converted(to: .eight)).frame(at: 0.37)
    let deep = try entry.renderer(from, to).rows(at: 0.37).rendered(as: .float)
    var (far, count) = (0, 0)
    let (a, b) = (deep.rgba(), eight.rgba())
    for index in a.indices {
      count += 1
      if abs(Int(a[index]) - Int(b[index])) > 1 { far += 1 }
    }
    // A pixel at the edge of a pattern may fall on the other side.
    let most = Self.stepped.contains(entry.entry.name) ? 0.05 : 0.004
    #expect(Double(far) <= most * Double(count), "\(far) of \(count) samples")
    #expect(try entry.renderer(from, to).rows(at: 0.37).floats.eightBitFilters == [])
  }

  @Test(arguments: [0.1, 0.25, 1 / 3.0, 0.5, 0.999]) func dissolveEqualsTheFormulaInDouble(progress: Double)
    throws
  {
    let (from, to) = (try Self.picture(0), try Self.picture(0.4))
    let renderer = try TransitionRenderer(from: from, to: to, Transitions.CrossDissolve())
    let frame = try renderer.rows(at: progress).rendered(as: .sixteen).rgba16()
    let (a, b) = (try from.rgba16(), try to.rgba16())
    try #require(frame.count == a.count && !frame.isEmpty)
    for index in frame.indices {
      let (from, to) = (Double(a[index]), Double(b[index]))
      let expected = from + (to - from) * progress
      try #require(abs(Double(frame[index]) - expected) <= 0.504)
    }
  }
}
