import CSegueKernels
import SegueTestSupport
import Testing

/// Kernels for edges: every level as the reference, which is as the definition.
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
      table.pointee.smooth_across(out, row, halvedWeights(radius, &random), radius, 1, 0, width)
    }
  }

  @Test func slopes() throws {
    try check(bytesOut: { 2 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(width, &random) }
      withRows(rows) { table.pointee.slopes(out, out + width, $0, width) }
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

  @Test func links() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let rows = (0..<3).map { _ in randomBytes(width, &random).map { $0 % 90 } }
      withRows(rows) { table.pointee.links(out, $0, width) }
    }
  }

  /// An edge goes on from 1.5 of edges around it, where it is 0.01 at least itself; in bytes both rounded up.
  @Test(arguments: [(2, 400, false), (3, 383, true), (3, 382, false), (4, 383, true), (255, 382, false)])
  func anEdgeGoesOn(middle: Int, sum: Int, goesOn: Bool) {
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
