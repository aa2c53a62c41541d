import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

/// Properties that pictures with 16 bits a sample have behind every filter and blend of the catalog.
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

  private func rows(_ name: String, of pictures: [Bitmap]) throws -> any RowSource {
    if let item = Catalog.filters.items.first(where: { $0.name == name }) {
      return try item.makeWithFiles().apply(to: pictures[0], at: 0.4)
    }
    return try Catalog.blends.make(name).apply(to: pictures[0], pictures[1], at: 0.4)
  }

  /// Filters that compute with 8 bits.
  static let eightBit: Set = ["canny-edge-detection", "color-packing", "poisson-blend"]

  @Test(arguments: CatalogLawTests.filters + CatalogLawTests.blends)
  func only8BitFiltersAreReported(_ name: String) throws {
    let rows = try rows(name, of: [Self.picture(0), Self.picture(0.2)])
    #expect(rows.floats.eightBitFilters.isEmpty == !Self.eightBit.contains(name))
  }

  @Test(arguments: CatalogLawTests.filters + CatalogLawTests.blends)
  func samplesDependOnNeitherLevelNorThreads(_ name: String) throws {
    for isOpaque in [true, false] {
      let pictures = [try Self.picture(0, isOpaque: isOpaque), try Self.picture(0.2, isOpaque: isOpaque)]
      let frames = try SIMDLevel.available.flatMap { level in
        try [1, 3].map { threads in
          try rows(name, of: pictures).rendered(as: .float, Execution(threads: threads, level: level))
            .floats()
        }
      }
      #expect(Set(frames.map { $0.map(\.bitPattern) }).count == 1)
      for pixel in stride(from: 0, to: frames[0].count, by: 4) {
        let alpha = frames[0][pixel + 3]
        guard frames[0][pixel..<pixel + 3].allSatisfy({ $0 <= alpha + 1e-6 }) else {
          Issue.record("premultiplied colors exceed alpha at \(pixel / 4)")
          break
        }
      }
    }
  }

  /// Filters whose result is a step or a steep function of colors.
  static let stepped: Set<String> = []

  @Test(arguments: CatalogLawTests.filters + CatalogLawTests.blends)
  func roundedFramesEqualThoseOf8Bits(_ name: String) throws {
    let pictures = [try Self.picture(0), try Self.picture(0.2)]
    let eight = try rows(name, of: pictures.map { picture in try picture.converted(to: .eight) }).rendered()
    let deep = try rows(name, of: pictures).rendered(as: .float)
    #expect(deep.size == eight.size)
    let far = zip(deep.rgba(), eight.rgba()).count { abs(Int($0) - Int($1)) > 1 }
    let most = Self.stepped.contains(name) ? 1 : 0.004
    #expect(
      Double(far) <= most * Double(4 * eight.width * eight.height),
      "\(far) of \(4 * eight.width * eight.height) samples")
  }
}
