import CSegueKernels
import Foundation
import SegueTestSupport
import Testing

/// The instructions of vector programs: what each means, that every level computes it to the bit, how far
/// functions are from a libm in double.
@Suite struct LaneKernelTests {
  typealias Table = UnsafePointer<segue_lanes_kernel?>

  static let levels: [segue_level] = [SEGUE_BASELINE, SEGUE_AVX2, SEGUE_AVX512, SEGUE_NEON].filter {
    segue_lanes_at($0) != nil
  }
  static let all: [segue_lane_op] = (0..<SEGUE_OP_COUNT.rawValue).map { segue_lane_op(rawValue: $0) }
  /// Those that read or write pictures have suites of their own.
  static let memory = [SEGUE_OP_FETCH, SEGUE_OP_FETCH_ROW, SEGUE_OP_FETCH_SHIFTED, SEGUE_OP_STORE]

  static func table(_ level: segue_level) throws -> Table { try #require(segue_lanes_at(level)) }

  @Test func everyInstructionHasAKernelAndAMeaning() throws {
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try Self.table(level)
      for op in Self.all { #expect(table[Int(op.rawValue)] != nil, "\(op.name) at level \(level.rawValue)") }
    }
    let explained = LaneMeaning.all.map(\.op) + LaneFunction.all.map(\.op) + Self.memory
    #expect(explained.map(\.rawValue).sorted() == Self.all.map(\.rawValue))
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
  }

  @Test(arguments: LaneMeaning.all.indices) func meaning(index: Int) throws {
    let meaning = LaneMeaning.all[index]
    let op = meaning.op
    var random = SeededGenerator(UInt64(index))
    for round in 0..<60 {
      let inputs = LaneInputs(op, round: round, using: &random)
      let results = inputs.run(try Self.table(SEGUE_REFERENCE))
      let expected = (0..<LaneInputs.lanes).map { meaning.of(inputs.values($0)) }
      for output in 0..<op.outputs {
        let wrong = (0..<LaneInputs.lanes).first { !op.sameBits(results[output][$0], expected[$0][output]) }
        #expect(wrong == nil, "\(op.name) of \(inputs.described(wrong ?? 0))")
      }
    }
  }

  @Test(arguments: levels) func everyLevelGivesTheSameBits(level: segue_level) throws {
    let (reference, table) = (try Self.table(SEGUE_REFERENCE), try Self.table(level))
    for op in Self.all where !Self.memory.contains(op) {
      var random = SeededGenerator(UInt64(op.rawValue))
      for round in 0..<100 {
        let inputs = LaneInputs(op, round: round, using: &random)
        let expected = inputs.run(reference)
        // An output onto each of the inputs in turn, and onto none.
        let actual = inputs.run(table, onto: round % (op.inputs + 1) - 1)
        for output in 0..<op.outputs {
          let wrong = (0..<LaneInputs.lanes).first { !op.sameBits(actual[output][$0], expected[output][$0]) }
          #expect(wrong == nil, "\(op.name) of \(inputs.described(wrong ?? 0)), round \(round)")
        }
      }
    }
  }

  @Test(arguments: LaneFunction.all.indices) func accuracy(index: Int) throws {
    let function = LaneFunction.all[index]
    var random = SeededGenerator(UInt64(index))
    var worst = 0.0
    var at: [Float] = []
    for _ in 0..<800 {
      let samples = (0..<LaneInputs.lanes).map { _ in function.sample(&random) }
      let inputs = LaneInputs(
        function.op, (0..<function.op.inputs).map { input in samples.map { $0[input].bitPattern } })
      let results = inputs.run(try Self.table(SEGUE_REFERENCE))[0]
      for (sample, bits) in zip(samples, results) {
        let exact = function.exact(sample.map(Double.init))
        let actual = Float(bitPattern: bits)
        guard exact.isFinite, Float(exact).isFinite else {
          #expect(
            actual.isNaN == exact.isNaN && (exact.isNaN || actual == Float(exact)), "\(sample): \(actual)")
          continue
        }
        let error = abs(Double(actual) - exact) / Double(Float(exact).ulp)
        if !(error <= worst) { (worst, at) = (error, sample) }
      }
    }
    #expect(worst <= function.ulps, "\(function.op.name) is \(worst) ulp off at \(at)")
    #expect(
      worst > function.ulps / 3, "\(function.op.name) is held to \(function.ulps) ulp, and only \(worst) off")
  }

  @Test func specialValuesOfFunctions() throws {
    let table = try Self.table(SEGUE_REFERENCE)
    func value(_ op: segue_lane_op, _ inputs: Float...) -> Float {
      let inputs = inputs.map { [UInt32](repeating: $0.bitPattern, count: LaneInputs.lanes) }
      return Float(bitPattern: LaneInputs(op, inputs).run(table)[0][0])
    }
    #expect(value(SEGUE_OP_EXP2, 10) == 1024 && value(SEGUE_OP_EXP2, -149) == .leastNonzeroMagnitude)
    #expect(
      value(SEGUE_OP_EXP, 0) == 1 && value(SEGUE_OP_EXP, 1000) == .infinity && value(SEGUE_OP_EXP, -1000) == 0
    )
    #expect(value(SEGUE_OP_LOG2, 0.125) == -3 && value(SEGUE_OP_LOG2, 0) == -.infinity)
    #expect(
      value(SEGUE_OP_LOG, 1) == 0 && value(SEGUE_OP_LOG, -1).isNaN
        && value(SEGUE_OP_LOG, .infinity) == .infinity)
    #expect(
      value(SEGUE_OP_POW, 0, 2) == 0 && value(SEGUE_OP_POW, 0, 0) == 1 && value(SEGUE_OP_POW, -8, 0) == 1)
    #expect(value(SEGUE_OP_POW, 0, -1) == .infinity && value(SEGUE_OP_POW, -2, 2).isNaN)
    #expect(
      value(SEGUE_OP_POW, .infinity, 0.5) == .infinity && value(SEGUE_OP_POW, 3, .infinity) == .infinity)
    #expect(
      value(SEGUE_OP_SIN, .infinity).isNaN && value(SEGUE_OP_COS, 0) == 1 && value(SEGUE_OP_SIN, 0) == 0)
    #expect(value(SEGUE_OP_ATAN2, 0, -1) == .pi.nextUp && value(SEGUE_OP_ATAN2, 0, 0) == 0)
    #expect(abs(value(SEGUE_OP_ATAN2, .infinity, .infinity) - .pi / 4) < 2e-7)
    #expect(
      value(SEGUE_OP_ASIN, 1.5).isNaN && value(SEGUE_OP_ACOSH, 0.5).isNaN && value(SEGUE_OP_ATANH, 2).isNaN)
    for op in LaneFunction.all.map(\.op) {
      let nan = [Float](repeating: .nan, count: op.inputs)
      let result = op.inputs == 1 ? value(op, nan[0]) : value(op, nan[0], nan[1])
      #expect(result.isNaN, "\(op.name) of NaN is \(result)")
    }
  }

  @Test func masksAnyAndAll() {
    let mask = LaneMemory()
    for vectors in [1, 3, 16] {
      mask.fill { _ in 0 }
      #expect(!segue_lanes_any(vectors, mask.start) && !segue_lanes_all(vectors, mask.start))
      for lane in 0..<vectors * 16 {
        mask.fill { $0 == lane ? .max : 0 }
        #expect(segue_lanes_any(vectors, mask.start) && !segue_lanes_all(vectors, mask.start))
        mask.fill { $0 == lane ? 0 : .max }
        #expect(segue_lanes_any(vectors, mask.start) && !segue_lanes_all(vectors, mask.start))
      }
      mask.fill { $0 < vectors * 16 ? .max : 0 }
      #expect(segue_lanes_all(vectors, mask.start))
      mask.fill { $0 < vectors * 16 ? 0 : .max }
      #expect(!segue_lanes_any(vectors, mask.start))
    }
  }
}

extension segue_lane_op {
  var name: String { String(cString: segue_lane_shape_of(self).name) }
  var inputs: Int { Int(segue_lane_shape_of(self).inputs) }
  var outputs: Int { Int(segue_lane_shape_of(self).outputs) }

  private var givesFloats: Bool {
    rawValue < SEGUE_OP_LT.rawValue || [SEGUE_OP_I2F, SEGUE_OP_U2F].contains(self)
      || LaneKernelTests.memory.contains(self)
  }

  /// Whether two results are the same: bits, and of floats NaN with NaN.
  func sameBits(_ a: UInt32, _ b: UInt32) -> Bool {
    a == b || givesFloats && Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN
  }
}

/// A register with guard lanes on both sides.
final class LaneMemory {
  private static let guards = 16
  private let memory: UnsafeMutableBufferPointer<UInt32>
  let count: Int

  init(_ count: Int = LaneInputs.lanes) {
    self.count = count
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * (count + 2 * Self.guards), alignment: 64)
    memory = raw.bindMemory(to: UInt32.self)
    memory.initialize(repeating: 0xa5a5_a5a5)
  }

  convenience init(_ values: [UInt32]) {
    self.init(values.count)
    fill { values[$0] }
  }

  deinit { memory.deallocate() }

  var start: UnsafeMutablePointer<UInt32> { memory.baseAddress.unsafelyUnwrapped + Self.guards }
  var values: [UInt32] { Array(UnsafeBufferPointer(start: start, count: count)) }
  var isIntact: Bool {
    (0..<Self.guards).allSatisfy {
      memory[$0] == 0xa5a5_a5a5 && memory[Self.guards + count + $0] == 0xa5a5_a5a5
    }
  }
  func fill(_ value: (Int) -> UInt32) { for lane in 0..<count { start[lane] = value(lane) } }
}

/// The inputs of one call: registers and splats.
struct LaneInputs {
  static let lanes = 256

  let op: segue_lane_op
  /// 256 values a register, 16 equal ones a splat.
  let inputs: [[UInt32]]

  init(_ op: segue_lane_op, _ inputs: [[UInt32]]) {
    self.op = op
    self.inputs = inputs
  }

  /// Special values, any bits, and numbers of the sizes programs have, by round; a splat now and then.
  init(_ op: segue_lane_op, round: Int, using random: inout SeededGenerator) {
    self.op = op
    inputs = (0..<op.inputs).map { _ in
      let kind = round % 4
      if Int.random(in: 0..<4, using: &random) == 0 {
        return [UInt32](repeating: Self.value(kind, &random), count: Int(SEGUE_LANES))
      }
      return (0..<Self.lanes).map { _ in Self.value(kind, &random) }
    }
  }

  static let specials: [UInt32] =
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

  func values(_ lane: Int) -> [UInt32] { inputs.map { $0[$0.count == Self.lanes ? lane : 0] } }

  func described(_ lane: Int) -> String {
    values(lane).map { "\(String($0, radix: 16)) (\(Float(bitPattern: $0)))" }.joined(separator: ", ")
  }

  /// The outputs of a kernel; the first of them written onto an input where that is a register.
  func run(_ table: LaneKernelTests.Table, onto input: Int = -1, data: UnsafeRawPointer? = nil) -> [[UInt32]]
  {
    let registers = inputs.map { LaneMemory($0) }
    var outputs = (0..<op.outputs).map { _ in LaneMemory() }
    if registers.indices.contains(input), registers[input].count == Self.lanes, !outputs.isEmpty {
      outputs[0] = registers[input]
    }
    let to = outputs.map { Optional(UnsafeMutableRawPointer($0.start)) }
    let from = registers.map {
      segue_lanes_in(at: UnsafeRawPointer($0.start), step: $0.count == Self.lanes ? 1 : 0)
    }
    table[Int(op.rawValue)]?(Self.lanes / Int(SEGUE_LANES), to, from, data)
    let intact = (registers + outputs).allSatisfy(\.isIntact)
    #expect(intact, "\(op.name) wrote outside of its registers")
    return outputs.map(\.values)
  }
}
