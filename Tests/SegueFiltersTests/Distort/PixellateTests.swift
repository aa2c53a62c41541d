import SegueFilters
import SeguePixels
import SegueRendering
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
  func equalsTheDefinition(size: (Int, Int), fraction: Double) throws {
    let image = try Bitmap.noise(size.0, size.1, seed: 7)
    let filtered = try (image --> Pixellate(fraction: Animated(fraction))).frame()
    #expect(filtered.largestDifference(from: try Definition.pixellate(image, fraction: fraction)) <= 1)
  }

  @Test(arguments: SIMDLevel.available, Pixellate.Sampling.allCases)
  func framesDoNotDependOnLevelOrThreads(level: SIMDLevel, sampling: Pixellate.Sampling) throws {
    let image = try Bitmap.noise(131, 77, seed: 3)
    for fraction in [0.009, 0.02, 0.31] {
      let chain = image --> Pixellate(fraction: Animated(fraction), sampling: sampling)
      let expected = try chain.frame(Execution(level: .reference))
      for threads in [1, 2, 3, 16] {
        #expect(try chain.frame(Execution(threads: threads, level: level)) == expected)
      }
    }
  }

  @Test(arguments: [0.0, -1.0, 1.0 / 50.0, 0.001, Double.nan, -Double.infinity] as [Double])
  func blocksOfAtMostAPixelChangeNothing(fraction: Double) throws {
    let image = try Bitmap.noise(50, 30, seed: 2)
    #expect(try (image --> Pixellate(fraction: Animated(fraction))).frame() == image)
  }

  @Test func anInfiniteFractionIsOneBlock() throws {
    let image = try Bitmap.noise(50, 30, seed: 2)
    let frame = try (image --> Pixellate(fraction: Animated(.infinity))).frame()
    #expect(frame[0, 0] == image[49, 29] && frame[49, 29] == frame[0, 0])
  }

  @Test func blocksHaveTheirMean() throws {
    let image = try Bitmap.noise(40, 30, seed: 4)
    let frame = try (image --> Pixellate(fraction: 0.25, sampling: .mean)).frame()
    for (left, top) in [(0, 0), (10, 0), (30, 20), (20, 10)] {
      var sum = 0
      for y in top..<top + 10 { for x in left..<left + 10 { sum += Int(image[x, y].green) } }
      #expect(Int(frame[left + 3, top + 7].green) == (sum + 50) / 100)
    }
  }

  @Test func chainsOfPixellatesEqualTheirSteps() throws {
    let image = try Bitmap.noise(80, 60, seed: 8)
    let twice = try (image --> Pixellate(fraction: 0.05) --> Pixellate(fraction: 0.12)).frame(
      Execution(threads: 3))
    let between = try (image --> Pixellate(fraction: 0.05)).frame()
    #expect(try twice == (between --> Pixellate(fraction: 0.12)).frame())
  }

  @Test(arguments: FailingRows.all, Pixellate.Sampling.allCases)
  func inputsThatFailAreErrors(rows: FailingRows, sampling: Pixellate.Sampling) throws {
    for fraction in [0.05, 0.1, 0.4, 3] {
      let pixellate = Pixellate(fraction: Animated(fraction), sampling: sampling)
      // A block larger than the picture is sampled in the lower right corner.
      try expectFailure(.picture(rows) --> pixellate)
      try expectFailure(.picture(rows) --> pixellate --> pixellate)
      try expectFailure(.from --> FailingFilter() --> pixellate)
    }
  }

  @Test(arguments: Pixellate.Sampling.allCases) func endlessShadersAreErrors(sampling: Pixellate.Sampling)
    throws
  {
    let pixellate = Pixellate(fraction: 0.1, sampling: sampling)
    for chain in try endlessChains() {
      try expectFailure(chain --> pixellate, briefly: true)
      try expectFailure(chain --> Unchanged() --> pixellate --> Negative(), briefly: true)
    }
  }
}
