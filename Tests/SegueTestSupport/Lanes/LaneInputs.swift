import CSegueKernels
import Foundation
import Testing

/// The inputs of one call: registers, and splats of uniform values.
package struct LaneInputs {
  /// The kernels of a level.
  package typealias Table = UnsafePointer<segue_lanes_kernel?>

  /// More lanes than any level samples at once.
  package static let lanes = 33 * Int(SEGUE_LANES)

  package let op: segue_lane_op
  /// A register has a value for each lane; a splat has 16 equal values.
  package let inputs: [[UInt32]]

  package init(_ op: segue_lane_op, _ inputs: [[UInt32]]) {
    self.op = op
    self.inputs = inputs
  }

  /// Makes inputs of one kind, chosen by the round: special values, random bits, or typical numbers.
  ///
  /// A quarter of the inputs are splats.
  package init(_ op: segue_lane_op, round: Int, using random: inout SeededGenerator) {
    self.op = op
    inputs = (0..<op.inputs).map { _ in
      let kind = round % 4
      if Int.random(in: 0..<4, using: &random) == 0 {
        return [UInt32](repeating: Self.value(kind, &random), count: Int(SEGUE_LANES))
      }
      return (0..<Self.lanes).map { _ in Self.value(kind, &random) }
    }
  }

  package static let specials: [UInt32] =
    [
      0, 1, 0.5, 1.5, 2.5, 0.625, 0.707_106_8, Float(1).nextDown, Float(1).nextUp, 100, 127, 128, 150,
      .infinity, .nan,
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 4_194_304, 4_194_305,
      8_388_607.5,
      8_388_608, 16_777_216, 2_147_483_520, 2_147_483_648, 4_294_967_040, 4_294_967_296, 1e20, .pi, .pi / 2,
    ].flatMap { (value: Float) in [value.bitPattern, (-value).bitPattern] }
    + [1, 2, 3, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff]

  private static func value(_ kind: Int, _ random: inout SeededGenerator) -> UInt32 {
    switch kind {
    case 0: specials[Int.random(in: 0..<specials.count, using: &random)]
    case 1: .random(in: 0 ... .max, using: &random)
    case 2:
      (Float.random(in: -1...1, using: &random) * pow(10, Float.random(in: -2...5, using: &random)))
        .bitPattern
    default: UInt32(bitPattern: .random(in: -50...50, using: &random))
    }
  }

  package func values(_ lane: Int) -> [UInt32] { inputs.map { $0[$0.count == Self.lanes ? lane : 0] } }

  package func described(_ lane: Int) -> String {
    values(lane).map { "\(String($0, radix: 16)) (\(Float(bitPattern: $0)))" }.joined(separator: ", ")
  }

  /// Runs a kernel, and returns its outputs; the first one may alias an input that is a register.
  ///
  /// Omitted outputs do not change.
  package func run(
    _ table: Table, onto input: Int = -1, data: UnsafeRawPointer? = nil,
    without: Set<Int> = []
  ) -> [[UInt32]] {
    let registers = inputs.map { LaneMemory($0) }
    var outputs = (0..<op.outputs).map { _ in LaneMemory() }
    if registers.indices.contains(input), registers[input].count == Self.lanes, !outputs.isEmpty {
      outputs[0] = registers[input]
    }
    let to = outputs.enumerated().map { without.contains($0) ? nil : UnsafeMutableRawPointer($1.start) }
    let from = registers.map {
      segue_lanes_in(at: UnsafeRawPointer($0.start), step: $0.count == Self.lanes ? 1 : 0)
    }
    table[Int(op.rawValue)]?(Self.lanes / Int(SEGUE_LANES), to, from, data)
    let intact = (registers + outputs).allSatisfy(\.isIntact)
    #expect(intact, "\(op.name) wrote outside of its registers")
    return outputs.map(\.values)
  }
}
