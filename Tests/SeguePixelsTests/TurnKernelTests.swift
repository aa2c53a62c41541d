import CSegueKernels
import SegueTestSupport
import Testing

import SeguePixels

/// Tests kernels that mix by an order map, which has the turn of each pixel: the progress at which it
/// changes.
extension KernelTests {
  private func randomTurns(_ count: Int, _ random: inout SeededGenerator) -> [Float] {
    // Some turns are the edge itself, and some are never reached.
    (0..<count).map { _ in
      [0.5, .infinity, .random(in: -1...2, using: &random), .random(in: 0.4...0.6, using: &random)]
        .randomElement(using: &random) ?? 0
    }
  }

  @Test(arguments: [false, true]) func mixTurns(isSmooth: Bool) throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let (a, b) = (randomBytes(4 * width, &random), randomBytes(4 * width, &random))
      let scale = Float.random(in: 0.5...40, using: &random)
      table.pointee.mix_turns(out, a, b, randomTurns(width, &random), 0.5, scale, isSmooth, width)
    }
  }

  @Test func takeTurns() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let (a, b) = (randomBytes(4 * width, &random), randomBytes(4 * width, &random))
      table.pointee.take_turns(out, a, b, randomTurns(width, &random), 0.5, width)
    }
  }

  @Test func mixDifferences() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let (a, b) = (randomBytes(4 * width, &random), randomBytes(4 * width, &random))
      let share = Double.random(in: 0...1, using: &random)
      let left = (-255...255).map { Int16((Double($0) * share).rounded()) }
      table.pointee.mix_differences(out, a, b, left, 4 * width)
    }
  }

  @Test func smear() throws {
    try check(bytesOut: { 4 * $0 }) { table, width, out, random in
      let length = Int.random(in: 1...width + 3, using: &random)
      let row = randomBytes(4 * width, &random)
      var sums = [UInt32](repeating: 7, count: 4 * (width + 1))
      let fenced = FencedMemory(row)
      withExtendedLifetime(fenced) { table.pointee.smear(out, &sums, fenced.bytes, length, width) }
      let isRight = (0..<4 * width).allSatisfy { i in
        let rest = stride(from: i, to: 4 * min(width, i / 4 + length), by: 4).map { Double(row[$0]) }
        return abs(Double(out[i]) - rest.reduce(0, +) / Double(rest.count)) < 0.501
      }
      #expect(isRight)
    }
  }

  /// Compares with the formula in double precision, and with the weight of a row of equal turns.
  @Test(arguments: [false, true]) func mixTurnsByFormula(isSmooth: Bool) throws {
    var random = SeededGenerator(31)
    for _ in 0..<200 {
      let (a, b) = (randomBytes(4, &random), randomBytes(4, &random))
      let turn = Float.random(in: -1...2, using: &random)
      let scale = Float.random(in: 0.5...10, using: &random)
      var out = [UInt8](repeating: 0, count: 4)
      reference.pointee.mix_turns(&out, a, b, [turn], 0.5, scale, isSmooth, 1)
      let z = min(max((0.5 - Double(turn)) * Double(scale), 0), 1)
      let share = isSmooth ? z * z * (3 - 2 * z) : z
      let weight = Kernels(.reference).weight(ofTurn: turn, edge: 0.5, scale: scale, isSmooth: isSmooth)
      #expect(abs(Double(weight) - min(share * 32768, 32767)) < 1)
      for c in 0..<4 {
        #expect(abs(Double(out[c]) - (Double(a[c]) + (Double(b[c]) - Double(a[c])) * share)) < 0.52)
        #expect(Int(out[c]) == Int(a[c]) + ((Int(b[c]) - Int(a[c])) * Int(weight) + 0x4000) >> 15)
      }
    }
  }
}
