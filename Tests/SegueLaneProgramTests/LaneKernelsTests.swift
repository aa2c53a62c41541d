import CSegueKernels
import Foundation
import SegueTestSupport
import Testing

/// Tests the instructions of lane programs: the meaning of each instruction, equal bits at all levels, and
/// the errors of functions compared with libm in double.
@Suite struct LaneKernelsTests {
  typealias Table = LaneInputs.Table

  static let levels: [segue_level] = [SEGUE_BASELINE, SEGUE_AVX2, SEGUE_AVX512, SEGUE_NEON].filter {
    segue_lanes_at($0) != nil
  }
  static let all: [segue_lane_op] = (0..<SEGUE_OP_COUNT.rawValue).map { segue_lane_op(rawValue: $0) }
  static func table(_ level: segue_level) throws -> Table { try #require(segue_lanes_at(level)) }

  @Test func everyInstructionHasAKernelAndAMeaning() throws {
    for level in Self.levels + [SEGUE_REFERENCE] {
      let table = try Self.table(level)
      for op in Self.all { #expect(table[Int(op.rawValue)] != nil, "\(op.name) at level \(level.rawValue)") }
    }
    let functions = Set(LaneFunction.all.map(\.op.rawValue))
    let explained =
      LaneMeaning.all.map(\.op.rawValue) + functions + segue_lane_op.readingOtherLanes.map(\.rawValue)
    #expect(explained.sorted() == Self.all.map(\.rawValue))
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
  }

  @Test(arguments: LaneMeaning.all.indices) func kernelsEqualTheMeaningInSwift(index: Int) throws {
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

  @Test(arguments: levels) func allLevelsGiveTheSameBits(level: segue_level) throws {
    let (reference, table) = (try Self.table(SEGUE_REFERENCE), try Self.table(level))
    for op in Self.all where !segue_lane_op.readingOtherLanes.contains(op) {
      var random = SeededGenerator(UInt64(op.rawValue))
      for round in 0..<100 {
        let inputs = LaneInputs(op, round: round, using: &random)
        let expected = inputs.run(reference)
        // The first output aliases each input in turn, and none.
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
    // The sign of a zero determines the side.
    #expect(value(SEGUE_OP_ATAN2, -0.0, -1) == -.pi.nextUp && value(SEGUE_OP_ATAN2, 0, -0.0) == .pi.nextUp)
    #expect(value(SEGUE_OP_ATAN2, -0.0, -0.0) == -.pi.nextUp)
    #expect(value(SEGUE_OP_ATAN2, -0.0, 1).bitPattern == Float(-0.0).bitPattern)
    #expect(value(SEGUE_OP_ATAN2, 0, 1).bitPattern == 0)
    #expect(abs(value(SEGUE_OP_ATAN2, .infinity, .infinity) - .pi / 4) < 2e-7)
    #expect(
      value(SEGUE_OP_ASIN, 1.5).isNaN && value(SEGUE_OP_ACOSH, 0.5).isNaN && value(SEGUE_OP_ATANH, 2).isNaN)
    for op in LaneFunction.all.map(\.op) {
      let nan = [Float](repeating: .nan, count: op.inputs)
      let result = op.inputs == 1 ? value(op, nan[0]) : value(op, nan[0], nan[1])
      #expect(result.isNaN, "\(op.name) of NaN is \(result)")
    }
  }

  @Test func anyAndAllOfMasks() {
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
