import SegueLaneProgram
import SegueTestSupport
import Testing

/// The recorded result of every operation, to the bit.
@Suite("Recorded: lanes") struct RecordedTests {
  /// Numbers with special results of functions; all are small enough that tangents do not use libm.
  private static let floats: [Float] = [
    0, -0.0, 1, -1, 0.5, -0.5, 2, -2.5, 3.75, 0.1, -0.3, 0.70710678, 0.9999999, 1.0000001, 1.5707964,
    3.1415927,
    -7.25, 12.9898, 43.7, 100, -1000.3, 87.5, -87.5, 1e-4, -1e-20, 3e5, 2e6, .infinity, -.infinity,
    .nan,
  ]
  private static let integers: [UInt32] = [
    0, 1, 2, 3, 7, 31, 0x0001_0000, 32, 33, 100, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff9,
    0x3f80_0000,
  ]

  @Test func operations() throws {
    var recorded = Recorded("lanes")
    let values = Self.floats.map(\.bitPattern) + Self.integers
    for operation in LaneOperation.all {
      let wanted = operation.inputs
      func results(_ inputs: [[UInt32]]) -> String {
        inputs.map { bits in
          guard let results = operation.evaluate(bits) else { return "none" }
          // NaNs are recorded without their bits.
          return results.map { Float(bitPattern: $0).isNaN ? "nan" : String($0, radix: 16) }
            .joined(separator: "+")
        }.joined(separator: " ")
      }
      let shape = "\(operation): \(operation.inputs) to \(operation.outputs), cost \(operation.cost)"
      let name = "\(operation)"
      switch wanted {
      case 1: recorded.add(name, "\(shape): \(results(values.map { [$0] }))")
      case 2...4:
        let inputs = values.indices.flatMap { index in
          [1, 4, 9, 16, 25, 30].map { step in
            (0..<wanted).map { values[(index + step * $0) % values.count] }
          }
        }
        recorded.add(name, shape)
        recorded.add("\(name), results", text: results(inputs))
      default: recorded.add(name, shape)
      }
    }
    try recorded.check()
  }
}
