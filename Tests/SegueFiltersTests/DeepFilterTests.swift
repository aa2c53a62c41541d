import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Properties that pictures with 16 bits a sample have after every filter and blend of the catalog.
@Suite struct DeepFilterTests {
  static let size = PixelSize(width: 67, height: 43)

  /// A smooth picture of 16 bits; transparent in one corner, if it is not opaque.
  private static func picture(_ phase: Double, isOpaque: Bool = true) throws -> Bitmap {
    var samples: [UInt16] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        let alpha = isOpaque ? 1 : max(0.05, min(1, u + v))
        for value in [0.2 + 0.5 * u + phase, 0.2 + 0.6 * v, 0.9 - 0.5 * u * v, alpha] {
          samples.append(UInt16((value * 65535).rounded()))
        }
      }
    }
    return try Bitmap(width: size.width, height: size.height, rgba16: samples)
  }

  /// All filters and blends of the catalog, and filters with parameters for which they make other row
  /// sources.
  static let cases =
    (CatalogLawTests.filters + CatalogLawTests.blends).map { Case($0, []) } + [
      Case("lanczos-resampling", [("width", "40")]),
      Case("histogram-equalization", [("channel", "luminance")]),
      Case("color-table", [("interpolation", "tetrahedral")]), Case("dilation", [("radius", "60")]),
      Case("rgb-erosion", [("radius", "3")]),
    ]

  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let values: [(key: String, value: String)]
    var description: String { name + values.map { ":\($0.key)=\($0.value)" }.joined() }

    init(_ name: String, _ values: [(key: String, value: String)]) {
      (self.name, self.values) = (name, values)
    }

    func rows(of pictures: [Bitmap]) throws -> any RowSource {
      if let item = Catalog.filters.items.first(where: { $0.name == name }) {
        return try item.makeWithFiles(values).apply(to: pictures[0], at: 0.4)
      }
      return try Catalog.blends.make(name).apply(to: pictures[0], pictures[1], at: 0.4)
    }
  }

  /// Filters that compute with 8 bits.
  static let eightBit: Set = [
    "canny-edge-detection", "color-packing", "hough-transform-line-detection", "poisson-blend",
  ]

  @Test(arguments: cases)
  func only8BitFiltersAreReported(_ filter: Case) throws {
    let rows = try filter.rows(of: [Self.picture(0), Self.picture(0.2)])
    #expect(rows.floats.eightBitFilters.isEmpty == !Self.eightBit.contains(filter.name))
  }

  @Test(arguments: cases)
  func samplesDependOnNeitherLevelNorThreads(_ filter: Case) throws {
    for isOpaque in [true, false] {
      let pictures = [try Self.picture(0, isOpaque: isOpaque), try Self.picture(0.2, isOpaque: isOpaque)]
      let frames = try SIMDLevel.available.flatMap { level in
        try [1, 3].map { threads in
          try filter.rows(of: pictures).rendered(as: .float, Execution(threads: threads, level: level))
            .floats()
        }
      }
      #expect(Set(frames.map { $0.map(\.bitPattern) }).count == 1)
      // A result with many levels has levels between those of 8 bits.
      if !Self.eightBit.contains(filter.name), Set(frames[0]).count > 40 {
        #expect(frames[0].contains { abs($0 * 255 - ($0 * 255).rounded()) > 0.01 })
      }
      for pixel in stride(from: 0, to: frames[0].count, by: 4) {
        let alpha = frames[0][pixel + 3]
        guard frames[0][pixel..<pixel + 3].allSatisfy({ $0 <= alpha + 1e-6 }) else {
          Issue.record("premultiplied colors exceed alpha at \(pixel / 4)")
          break
        }
      }
    }
  }

  /// Filters in which a step, or a table of random colors, follows a rounded pass.
  static let steep: Set = ["smooth-toon", "soft-elegance"]

  @Test(arguments: cases) func roundedFramesEqualThoseOf8Bits(_ filter: Case) throws {
    // Pictures of 8 bits, since edge filters multiply differences of rounding.
    let pictures = try [0, 0.2].map { try Self.picture($0).converted(to: .eight) }
    let eight = try filter.rows(of: pictures).rendered()
    let deep = try filter.rows(of: pictures.map { try $0.converted(to: .sixteen) }).rendered(as: .float)
    #expect(deep.size == eight.size)
    let far = zip(deep.rgba(), eight.rgba()).count { abs(Int($0) - Int($1)) > 1 }
    let most = Self.steep.contains(filter.name) ? 1 : 0.004
    #expect(Double(far) <= most * Double(4 * eight.width * eight.height), "\(far) samples")
  }

  /// Floats of OpenEXR and of resampling may be outside 0…1.
  @Test(arguments: cases) func allFloatsAndSizesArePossible(_ filter: Case) throws {
    for (width, height) in CatalogLawTests.sizes + [(9, 5)] {
      var random = SeededGenerator(7)
      let pictures = try (0..<2).map { _ in
        let samples = (0..<width * height).flatMap { index -> [Float] in
          let color: [Float] = (0..<3).map { _ in .random(in: -1...3, using: &random) }
          return index % 5 == 4 ? [.infinity, 0, -65504, 1] : color + [index % 3 == 2 ? 0.5 : 1]
        }
        return try Bitmap(width: width, height: height, floats: samples)
      }
      let frames = try SIMDLevel.available.map { level in
        try filter.rows(of: pictures).rendered(as: .float, Execution(threads: 2, level: level)).floats()
      }
      for frame in frames.dropFirst() {
        #expect(zip(frame, frames[0]).allSatisfy { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN })
      }
    }
  }
}
