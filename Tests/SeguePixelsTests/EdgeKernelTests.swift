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
}
