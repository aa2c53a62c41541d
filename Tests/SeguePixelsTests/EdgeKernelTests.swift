import CSegueKernels
import SegueTestSupport
import Testing

/// Tests kernels for edges: all levels equal the reference, which follows the definition.
extension KernelTests {
  @Test func luminance() throws {
    try check(bytesOut: { $0 }) { table, width, out, random in
      table.pointee.luminance(out, randomPixels(width, &random), width)
    }
  }

  @Test func smoothPlanes() throws {
    try check(bytesOut: { $0 }) { table, width, out, random in
      let radius = Int.random(in: 1...9, using: &random)
      let row = (0..<width + 2 * radius).map { _ in Int16.random(in: 0...255 << 6, using: &random) }
      table.pointee.smooth_across(out, row, halvedWeights(radius, &random), radius, 1, width)
    }
  }

  @Test func slopes() throws {
    try check(bytesOut: { 2 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(width, &random) }
      withRows(rows) { table.pointee.slopes(out, out + width, $0, width) }
    }
  }

  /// The definition in floating point: a gradient has the nearest of four directions, which are the axes and
  /// the diagonals.
  @Test("Slopes are those of Sobel, at all levels") func slopesAreSobels() throws {
    var random = SeededGenerator(21)
    let width = 61
    // Rows of noise with 256 levels, with 8 levels, and with black and white only, which has some uniform
    // areas.
    for level in [{ $0 }, { $0 / 32 * 32 }, { $0 / 128 * 255 }] as [(UInt8) -> UInt8] {
      let rows = (0..<3).map { _ in randomBytes(width, &random).map(level) }
      func at(_ row: Int, _ x: Int) -> Int { Int(rows[row][min(max(x, 0), width - 1)]) }
      let slopes = (0..<width).map { x in
        (
          across: at(0, x + 1) - at(0, x - 1) + 2 * (at(1, x + 1) - at(1, x - 1)) + at(2, x + 1)
            - at(2, x - 1),
          down: at(2, x - 1) - at(0, x - 1) + 2 * (at(2, x) - at(0, x)) + at(2, x + 1) - at(0, x + 1)
        )
      }
      let steepness = slopes.map { slope in
        let length = Double(slope.across * slope.across + slope.down * slope.down).squareRoot()
        return UInt8(min(255, length.rounded()))
      }
      let ways: [UInt8] = slopes.map { slope in
        let (across, down) = (Double(abs(slope.across)), Double(abs(slope.down)))
        // The tangent of a sixteenth of a turn.
        let tangent = 2.0.squareRoot() - 1
        if across == 0 && down == 0 { return 0 }
        if down < across * tangent { return 1 }
        if across < down * tangent { return 2 }
        return (slope.across < 0) == (slope.down < 0) ? 3 : 4
      }
      for level in Self.levels + [SEGUE_REFERENCE] {
        let table = try #require(segue_kernels_at(level))
        var (found, way) = ([UInt8](repeating: 9, count: width), [UInt8](repeating: 9, count: width))
        withRows(rows) { table.pointee.slopes(&found, &way, $0, width) }
        #expect(found == steepness && way == ways, "level \(level.rawValue)")
      }
    }
  }

  @Test("Crests are not below their neighbors in the slope's direction, with a strength of the slope")
  func crestsAreHighest() throws {
    var random = SeededGenerator(22)
    let width = 300
    // A few levels, so that many are equal.
    let rows = (0..<3).map { _ in randomBytes(width, &random).map { $0 / 32 * 36 } }
    let ways = (0..<width).map { _ in UInt8.random(in: 0...4, using: &random) }
    let neighbors: [[(row: Int, right: Int)]] = [
      [(1, 0)], [(1, -1), (1, 1)], [(0, 0), (2, 0)], [(0, -1), (2, 1)], [(0, 1), (2, -1)],
    ]
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try #require(segue_kernels_at(level))
      var out = [UInt8](repeating: 9, count: width)
      withRows(rows) { table.pointee.crests(&out, $0, ways, 1 / (255 * 0.6), -0.25, width) }
      for x in 0..<width {
        let own = rows[1][x]
        let isCrest = neighbors[Int(ways[x])].allSatisfy { row, right in
          own >= rows[row][min(max(x + right, 0), width - 1)]
        }
        let t = min(max(Double(own) / (255 * 0.6) - 0.25, 0), 1)
        let expected = isCrest ? 255 * t * t * (3 - 2 * t) : 0
        #expect(abs(Double(out[x]) - expected) < 0.51, "level \(level.rawValue), \(x)")
      }
    }
  }

  @Test func crests() throws {
    try check(bytesOut: { $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(width, &random) }
      let ways = (0..<width).map { _ in UInt8.random(in: 0...4, using: &random) }
      let upper = Float.random(in: 0.1...1, using: &random)
      withRows(rows) { table.pointee.crests(out, $0, ways, 1 / (255 * upper), -0.1, width) }
    }
  }

  @Test func linksEqualTheReference() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(width, &random).map { $0 % 90 } }
      withRows(rows) { table.pointee.links(out, $0, width) }
    }
  }

  /// A pixel belongs to an edge if the sum of its 3 × 3 neighborhood is at least 1.5, and the pixel itself is
  /// at least 0.01.
  ///
  /// Both bounds are rounded up to bytes.
  @Test(arguments: [(2, 400, false), (3, 383, true), (3, 382, false), (4, 383, true), (255, 382, false)])
  func edgesContinueByTheirSum(middle: Int, sum: Int, goesOn: Bool) {
    let rest = sum - middle
    let others = (0..<8).map { UInt8(rest / 8 + ($0 < rest % 8 ? 1 : 0)) }
    let rows = [Array(others[..<3]), [others[3], UInt8(middle), others[4]], Array(others[5...])]
    var pixels = [UInt32](repeating: 0, count: 3)
    pixels.withUnsafeMutableBytes { bytes in
      let out = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      withRows(rows) { reference.pointee.links(out, $0, 3) }
    }
    #expect(pixels[1] == (goesOn ? 0xffff_ffff : 0xff00_0000))
  }
}
