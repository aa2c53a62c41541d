import SegueFilters
import SegueRendering
import SeguePixels
import SegueTestSupport
import Testing

/// The formulas of the filters, evaluated pixel by pixel in Double.
private enum Definition {
  static func pixellate(_ image: Bitmap, fraction: Double) throws -> Bitmap {
    let width = Double(image.width)
    let side = max(fraction, 1 / width) * width
    guard fraction > 1 / width else { return image }
    var result = image
    for y in 0..<image.height {
      for x in 0..<image.width {
        let column = ((Double(x) + 0.5) / side).rounded(.down)
        let row = ((Double(y) + 0.5) / side).rounded(.down)
        result[x, y] = bilinear(image, (column + 0.5) * side - 0.5, (row + 0.5) * side - 0.5)
      }
    }
    return result
  }

  static func bilinear(_ image: Bitmap, _ u: Double, _ v: Double) -> Pixel {
    let (x, y) = (u.rounded(.down), v.rounded(.down))
    func texel(_ dx: Double, _ dy: Double) -> Pixel {
      image[
        max(0, min(image.width - 1, Int(max(-1, min(1e9, x + dx))))),
        max(0, min(image.height - 1, Int(max(-1, min(1e9, y + dy)))))]
    }
    let corners = [texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1)]
    let (a, b) = (u - x, v - y)
    func channel(_ path: KeyPath<Pixel, UInt8>) -> UInt8 {
      let c = corners.map { Double($0[keyPath: path]) }
      return UInt8(
        (c[0] * (1 - a) * (1 - b) + c[1] * a * (1 - b) + c[2] * (1 - a) * b + c[3] * a * b).rounded())
    }
    return Pixel(red: channel(\.red), green: channel(\.green), blue: channel(\.blue), alpha: channel(\.alpha))
  }
}

@Suite struct PixellateTests {
  static let sizes = [(1, 1), (1, 9), (9, 1), (2, 2), (40, 23), (64, 64), (33, 130)]
  static let fractions = [0.001, 0.03, 0.049, 0.1, 0.25, 0.333, 0.5, 1, 1.7, 3, 1000]

  @Test(arguments: sizes, fractions)
  func agreesWithTheDefinition(size: (Int, Int), fraction: Double) throws {
    let image = try Bitmap.noise(size.0, size.1, seed: 7)
    let filtered = try (image --> Pixellate(fraction: Animated(fraction))).frame()
    #expect(filtered.largestDifference(from: try Definition.pixellate(image, fraction: fraction)) <= 1)
  }

  @Test(arguments: SIMDLevel.available, Pixellate.Sampling.allCases)
  func isTheSameAtEveryLevelAndThreadCount(level: SIMDLevel, sampling: Pixellate.Sampling) throws {
    let image = try Bitmap.noise(131, 77, seed: 3)
    for fraction in [0.009, 0.02, 0.31] {
      let chain = image --> Pixellate(fraction: Animated(fraction), sampling: sampling)
      let expected = try chain.frame(level: .reference)
      for threads in [1, 2, 3, 16] { #expect(try chain.frame(threads: threads, level: level) == expected) }
    }
  }

  @Test(arguments: [0.0, -1.0, 1.0 / 50.0, 0.001, Double.nan, -Double.infinity] as [Double])
  func onePixelOrLessIsTheImageItself(fraction: Double) throws {
    let image = try Bitmap.noise(50, 30, seed: 2)
    #expect(try (image --> Pixellate(fraction: Animated(fraction))).frame() == image)
  }

  @Test func infinityIsOneBlock() throws {
    let image = try Bitmap.noise(50, 30, seed: 2)
    let frame = try (image --> Pixellate(fraction: Animated(.infinity))).frame()
    #expect(frame[0, 0] == image[49, 29] && frame[49, 29] == frame[0, 0])
  }

  @Test func meanIsTheMeanOfTheBlock() throws {
    let image = try Bitmap.noise(40, 30, seed: 4)
    let frame = try (image --> Pixellate(fraction: 0.25, sampling: .mean)).frame()
    for (left, top) in [(0, 0), (10, 0), (30, 20), (20, 10)] {
      var sum = 0
      for y in top..<top + 10 { for x in left..<left + 10 { sum += Int(image[x, y].green) } }
      #expect(Int(frame[left + 3, top + 7].green) == (sum + 50) / 100)
    }
  }

  @Test func chainsOfPixellatesNeedNoPictureBetween() throws {
    let image = try Bitmap.noise(80, 60, seed: 8)
    let twice = try (image --> Pixellate(fraction: 0.05) --> Pixellate(fraction: 0.12)).frame(threads: 3)
    let between = try (image --> Pixellate(fraction: 0.05)).frame()
    #expect(try twice == (between --> Pixellate(fraction: 0.12)).frame())
  }
}

@Suite struct DissolveTests {
  @Test(arguments: [0.001, 0.25, 1.0 / 3, 0.5, 0.7, 0.999])
  func agreesWithTheDefinition(mix: Double) throws {
    let a = try Bitmap.noise(37, 11, seed: 1)
    let b = try Bitmap.noise(37, 11, seed: 2)
    let frame = try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame()
    for y in 0..<11 {
      for x in 0..<37 {
        let exact = Double(a[x, y].blue) + (Double(b[x, y].blue) - Double(a[x, y].blue)) * mix
        // Half a step of rounding, and the mix itself to half of 1/32768.
        #expect(abs(Double(frame[x, y].blue) - exact) <= 0.5 + 255.0 / 65536)
      }
    }
  }

  @Test func endsAreThePicturesThemselves() throws {
    let a = try Bitmap.noise(37, 11, seed: 1)
    let b = try Bitmap.noise(37, 11, seed: 2)
    for mix in [0, -1, 1e-9, .nan] {
      #expect(try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame() == a)
    }
    for mix in [1, 2, 1 - 1e-9] {
      #expect(try ((.picture(a), .picture(b)) --> Dissolve(mix: Animated(mix))).frame() == b)
    }
  }

  @Test func whiteStaysWhite() throws {
    let white = try Bitmap(PixelSize(width: 100, height: 3), filledWith: .white)
    for step in 0...64 {
      let mix = Animated(Double(step) / 64)
      #expect(try ((.picture(white), .picture(white)) --> Dissolve(mix: mix)).frame() == white)
    }
  }

  @Test func differentSizesAreAnError() throws {
    let a = try Bitmap(width: 3, height: 3)
    let b = try Bitmap(width: 4, height: 3)
    #expect(throws: RenderError.sizesDiffer(a.size, b.size)) {
      try ((.from, .to) --> Dissolve()).frame(from: a, to: b)
    }
  }
}

@Suite struct ChainTests {
  struct Negative: RowFilter {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      for x in row.indices {
        row[x].red = row[x].alpha - row[x].red
        row[x].green = row[x].alpha - row[x].green
        row[x].blue = row[x].alpha - row[x].blue
      }
    }
  }

  struct Stripes: RowFilter {
    func filter(_ row: inout MutableSpan<Pixel>, y: Int, at progress: Double) {
      if Double(y % 10) < 10 * progress { for x in row.indices { row[x] = .black } }
    }
  }

  @Test func customFiltersRunInChains() throws {
    let image = try Bitmap.noise(64, 40, seed: 6)
    #expect(try (image --> Negative() --> Negative()).frame(threads: 2) == image)
    let striped = try (image --> Pixellate(fraction: 0.2) --> Stripes()).frame(at: 0.3)
    #expect(striped[5, 12] == .black && striped[5, 22] == .black)
    let blocks = try (image --> Pixellate(fraction: 0.2)).frame()
    #expect(striped[5, 13] == blocks[5, 13])
    // A filter before a pixellate is asked only for the rows that are sampled, whatever their order.
    let after = try (image --> Negative() --> Pixellate(fraction: 0.2)).frame(threads: 3)
    #expect(try after == ((image --> Negative()).frame() --> Pixellate(fraction: 0.2)).frame())
  }

  @Test func animatedNumbersFollowProgress() {
    let value: Animated = 0.1 * (1 - .progress)
    #expect(value(at: 0) == 0.1 && value(at: 1) == 0)
    #expect((0.5 + Animated.progress)(at: 0.25) == 0.75)
    #expect(Animated.progress { $0 * $0 }(at: 0.5) == 0.25)
    #expect((3 as Animated)(at: 0.7) == 3)
  }
}

@Suite struct DescribedTests {
  @Test func parametersAreSetByName() throws {
    let filter = try Pixellate.make([("fraction", "0.25"), ("sampling", "mean")])
    #expect(filter.fraction(at: 0.9) == 0.25 && filter.sampling == .mean)
  }

  @Test func errorsSayWhatIsAllowed() {
    #expect(throws: ParameterError.unknown("size", of: "pixellate", known: ["fraction", "sampling"])) {
      try Pixellate.make([("size", "3")])
    }
    for value in ["2", "-0.1", "x", "", "nan"] {
      #expect(throws: ParameterError.invalid(value, for: "fraction", expected: "a number in 0…1")) {
        try Pixellate.make([("fraction", value)])
      }
    }
    #expect(throws: ParameterError.invalid("best", for: "sampling", expected: "center or mean")) {
      try Pixellate.make([("sampling", "best")])
    }
  }

  @Test func everyEntrySaysWhatItIs() {
    let names = Catalog.filters.items.map(\.name) + Catalog.blends.items.map(\.name)
    #expect(Set(names).count == names.count)
    for entry in Catalog.filters.items { checkDescription(entry) }
    for entry in Catalog.blends.items { checkDescription(entry) }
  }
}
