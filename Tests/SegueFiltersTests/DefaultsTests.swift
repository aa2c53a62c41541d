import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Defaults and ranges of filters written in Swift; `EffectReferenceTests` has those of shaders.
///
/// For filters that are also in GPUImage, the values equal GPUImage's.
@Suite struct DefaultsTests {
  static let stated: [String: [String]] = [
    "color-table": ["interpolation=trilinear in trilinear or tetrahedral", "intensity=1 in 0…1"],
    "lookup": ["intensity=1 in 0…1"],
    "soft-elegance": ["sigma=10 in 0…500", "mix=0.14 in 0…1"],
    "average-luminance-threshold": ["multiplier=1 in 0…10"],
    "histogram": ["channel=rgb in rgb or red or green or blue or luminance"],
    "histogram-equalization": ["channel=rgb in rgb or red or green or blue or luminance"],
    "gaussian-blur": ["sigma=2 in 0…500"],
    "single-component-gaussian-blur": ["sigma=2 in 0…500"],
    "gaussian-selective-blur": [
      "sigma=5 in 0…500", "radius=0.1875 in 0…2", "edge=0.09375 in 0…1", "x=0.5 in 0…1", "y=0.5 in 0…1",
    ],
    "gaussian-blur-position": ["blurSize=1 in 0…100", "blurRadius=1 in 0…2", "x=0.5 in 0…1", "y=0.5 in 0…1"],
    "tilt-shift": ["sigma=7 in 0…500", "top=0.4 in 0…1", "bottom=0.6 in 0…1", "falloff=0.2 in 0…1"],
    "ios-blur": ["sigma=48 in 0…500", "saturation=0.8 in 0…2", "rangeReduction=0.6 in 0…1"],
    "unsharp-mask": ["sigma=4 in 0…500", "intensity=1 in 0…10"],
    "box-blur": ["radius=4 in 0…500"],
    "bilateral": ["distanceNormalizationFactor=8 in 0…100"],
    "dilation": ["radius=1 in 0…100"],
    "erosion": ["radius=1 in 0…100"],
    "opening": ["radius=1 in 0…100"],
    "closing": ["radius=1 in 0…100"],
    "rgb-dilation": ["radius=1 in 0…100"],
    "rgb-erosion": ["radius=1 in 0…100"],
    "rgb-opening": ["radius=1 in 0…100"],
    "rgb-closing": ["radius=1 in 0…100"],
    "adaptive-threshold": ["radius=4 in 1…500", "tolerance=0.05 in 0…1"],
    "smooth-toon": ["sigma=2 in 0…500", "threshold=0.2 in 0…4", "quantizationLevels=10 in 1…256"],
    "canny-edge-detection": ["sigma=2 in 0…500", "upperThreshold=0.4 in 0…1", "lowerThreshold=0.1 in 0…1"],
    "harris-corner-detection": [
      "sigma=2 in 0…500", "sensitivity=5 in 0…1000", "threshold=0.2 in 0…1", "marks=true in true or false",
    ],
    "noble-corner-detection": [
      "sigma=2 in 0…500", "sensitivity=5 in 0…1000", "threshold=0.2 in 0…1", "marks=true in true or false",
    ],
    "shi-tomasi-feature-detection": [
      "sigma=2 in 0…500", "sensitivity=1.5 in 0…1000", "threshold=0.2 in 0…1", "marks=true in true or false",
    ],
    "color-fast-feature-detection": [
      "radius=3 in 1…500", "sensitivity=1 in 0…1000", "threshold=0.07 in 0…1", "marks=true in true or false",
    ],
    "hough-transform-line-detection": [
      "sigma=2 in 0…500", "upperThreshold=0.4 in 0…1", "lowerThreshold=0.1 in 0…1", "threshold=0.25 in 0…1",
      "marks=true in true or false",
    ],
    "pixellate": ["fraction=0.05 in 0…1", "sampling=center in center or mean"],
    "crop": ["x=0 in 0…1", "y=0 in 0…1", "width=1 in 0…1", "height=1 in 0…1"],
    "lanczos-resampling": ["width=0 in a whole number in 0…8192", "height=0 in a whole number in 0…8192"],
    "voronoi": ["cells=1000 in a whole number in 1…1000000", "seed=0 in a whole number in 0…1000000000.0"],
    "crosshair": [
      "points=0.5,0.5 in x,y,… in 0…1", "crosshairWidth=5 in 0…10000", "marks=true in true or false",
    ],
    "line": [
      "lines=1,0 in slope,intercept,… in -1000000…1000000", "lineWidth=1 in 0…1000",
      "marks=true in true or false",
    ],
    "low-pass": ["strength=0.5 in 0…0.95", "step=0.016666666666666666 in 0.001…1"],
    "high-pass": ["strength=0.5 in 0…0.95", "step=0.016666666666666666 in 0.001…1"],
    "motion-detector": [
      "strength=0.5 in 0…0.95", "threshold=0.2 in 0…2", "step=0.016666666666666666 in 0.001…1",
      "marks=true in true or false",
    ],
    "text": [
      "line-height=1 in 0.1…10", "enter=fade in fade or left or right or top or bottom", "presence=1 in 0…1",
    ],
    "dissolve": ["mix=0.5 in 0…1"],
    "poisson-blend": ["mix=0.5 in 0…1", "iterations=10 in a whole number in 0…1000"],
  ]

  @Test func parametersHaveTheirDefaultsAndRanges() {
    let items =
      Catalog.filters.items.map { ($0.name, $0.parameters) }
      + Catalog.blends.items.map { ($0.name, $0.parameters) }
    let shaders = Set((EffectReferenceTests.filters + EffectReferenceTests.blends).map(\.name))
    for (name, parameters) in items where !shaders.contains(name) {
      let given = parameters.compactMap { parameter in
        switch parameter.kind {
        case .number, .numbers, .word, .groups:
          "\(parameter.name)=\(parameter.defaultValue) in \(parameter.kind)"
        case .rectangle, .color, .picture, .file, .fileOrName, .points, .text, .length, .place: nil
        }
      }
      #expect(given == Self.stated[name] ?? [], "\(name)")
    }
  }

  /// Animated numbers are clamped to their range.
  @Test func numbersStayWithinTheirRanges() throws {
    try staysWithin(IOSBlur(), \.saturation, 0...2)
    try staysWithin(IOSBlur(), \.rangeReduction, 0...1)
    try staysWithin(IOSBlur(), \.sigma, 0...500)
    try staysWithin(GaussianSelectiveBlur(), \.radius, 0...2)
    try staysWithin(BilateralBlur(), \.distanceNormalizationFactor, 0...100)
    try staysWithin(UnsharpMask(), \.intensity, 0...10)
    try staysWithin(AdaptiveThreshold(), \.tolerance, 0...1)
    try staysWithin(Crosshair(), \.crosshairWidth, 0...10_000)
    try staysWithin(Lines(), \.lineWidth, 0...1000)
    try staysWithin(Dilation(), \.radius, 0...100)
    try staysWithin(BoxBlur(), \.radius, 0...500)
    try staysWithin(TiltShift(), \.falloff, 0...1)
    try staysWithin(GaussianSelectiveBlur(), \.edge, 0...1)
    // With this center, the largest circle ends inside the picture.
    var circle = GaussianBlurPosition()
    circle.x = -1.6
    try staysWithin(circle, \.blurRadius, 0...2)
    var edges = CannyEdgeDetection()
    edges.sigma = 0.5
    try staysWithin(edges, \.lowerThreshold, 0...1, opaque: true)
    try staysWithin(edges, \.upperThreshold, 0...1, opaque: true)
  }

  @Test("NaN becomes the lower bound, and infinity a bound") func numbersThatAreNone() throws {
    try hasEnds(BilateralBlur(), \.distanceNormalizationFactor, 0...100)
    try hasEnds(UnsharpMask(), \.intensity, 0...10)
    try hasEnds(AdaptiveThreshold(), \.tolerance, 0...1)
    try hasEnds(AdaptiveThreshold(), \.radius, 0...500)
    try hasEnds(Crosshair(), \.crosshairWidth, 0...10_000)
    try hasEnds(Lines(), \.lineWidth, 0...1000)
    try hasEnds(Erosion(), \.radius, 0...100)
    try hasEnds(RGBOpening(), \.radius, 0...100)
    try hasEnds(BoxBlur(), \.radius, 0...500)
    try hasEnds(GaussianBlur(), \.sigma, 0...500)
    try hasEnds(TiltShift(), \.falloff, 0...1)
    try hasEnds(GaussianSelectiveBlur(), \.edge, 0...1)
    try hasEnds(CannyEdgeDetection(), \.upperThreshold, 0...1)
    try hasEnds(CannyEdgeDetection(), \.lowerThreshold, 0...1)
  }

  private func hasEnds<F: Filter>(
    _ filter: F, _ number: WritableKeyPath<F, Animated>, _ range: ClosedRange<Double>
  ) throws {
    let picture = try Bitmap.scene(60, 44, seed: 4, opaque: true)
    func frame(_ value: Double) throws -> Bitmap {
      var filter = filter
      filter[keyPath: number] = Animated(value)
      return try (picture --> filter).frame()
    }
    let (least, most) = try (frame(range.lowerBound), frame(range.upperBound))
    #expect(least != most, "\(F.self) \(number) has no effect")
    #expect(try frame(.nan) == least && frame(-.infinity) == least, "\(F.self) \(number)")
    #expect(try frame(.infinity) == most, "\(F.self) \(number)")
  }

  /// On a small picture, all larger radii look equal.
  @Test("Large radii and widths are clamped on large pictures") func reachesOnLargePictures() throws {
    func white(_ filter: some Filter, _ picture: Bitmap) throws -> Int {
      let frame = try (picture --> filter).frame()
      return (0..<frame.width).count { frame[$0, 0].green == 255 }
    }
    func black(_ width: Int) throws -> Bitmap {
      try Bitmap(PixelSize(width: width, height: 1), filledWith: .black)
    }
    var spot = try black(250)
    spot[0, 0] = .white
    for radius in [100, 101, 170, 1e6] as [Double] {
      #expect(try white(RGBDilation(radius: Animated(radius)), spot) == 101, "\(radius)")
      #expect(try white(Closing(radius: Animated(radius)), spot) == 1, "\(radius)")
    }
    var (crosshair, lines) = (Crosshair(), Lines())
    (crosshair.points, crosshair.marks) = ([[0, 0.5]], false)
    // A vertical line at the left edge; half of its width is visible.
    (lines.lines, lines.marks) = ([[1e6, -1]], false)
    for excess in [0, 2, 1e9] as [Double] {
      crosshair.crosshairWidth = Animated(10_000 + excess)
      #expect(try white(crosshair, black(12_000)) == 5001, "\(excess)")
      lines.lineWidth = Animated(1000 + excess)
      #expect(try white(lines, black(1200)) == 500, "\(excess)")
    }
  }

  /// One pixel differs by one level; a factor of 255 would preserve this difference.
  @Test("A bilateral blur's factor is clamped to 100") func factorsBeyond() throws {
    let gray = try Bitmap(PixelSize(width: 33, height: 1), filledWith: Pixel(red: 100, green: 100, blue: 100))
    var other = gray
    other[16, 0].red = 101
    for factor in [100, 200, 1e4] as [Double] {
      let filter = BilateralBlur(distanceNormalizationFactor: Animated(factor))
      #expect(try (other --> filter).frame() == gray, "\(factor)")
    }
  }

  @Test("Units of parameters with whole numbers or with several numbers") func units() {
    let items = Catalog.filters.items.map { ($0.name, $0.parameters) }
    let given = items.flatMap { name, parameters in
      parameters.compactMap { parameter in
        if case .numbers = parameter.kind, !parameter.unit.isEmpty {
          "\(name) \(parameter.name): \(parameter.unit)"
        } else {
          nil
        }
      }
    }
    #expect(
      given.sorted() == [
        "kuwahara radius: pixels", "lanczos-resampling height: pixels", "lanczos-resampling width: pixels",
        "mosaic displayTileSize: of the frame", "mosaic inputTileSize: of the sheet",
        "transform translation: of the width",
      ])
  }

  private func staysWithin<F: Filter>(
    _ filter: F, _ number: WritableKeyPath<F, Animated>, _ range: ClosedRange<Double>, opaque: Bool = false
  ) throws {
    let picture = try Bitmap.noise(24, 16, seed: 12, opaque: opaque)
    func frame(_ value: Double) throws -> Bitmap {
      var filter = filter
      filter[keyPath: number] = Animated { _ in value }
      return try (picture --> filter).frame()
    }
    let (least, most) = try (frame(range.lowerBound), frame(range.upperBound))
    for excess in [0.5, 1000] {
      #expect(try frame(range.lowerBound - excess) == least, "\(F.self) \(excess)")
      #expect(try frame(range.upperBound + excess) == most, "\(F.self) \(excess)")
    }
  }
}
