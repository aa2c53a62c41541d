import CSegueKernels
import Foundation
import SegueTestSupport

/// A function that is rounded more than once: its value in double, its range of arguments, and its error
/// bound in ulp.
///
/// The bound is the largest error measured over millions of arguments, rounded up.
struct LaneFunction: Sendable {
  let op: segue_lane_op
  let ulps: Double
  let sample: @Sendable (inout SeededGenerator) -> [Float]
  let exact: @Sendable ([Double]) -> Double

  private init(
    _ op: segue_lane_op, _ ulps: Double, _ range: ClosedRange<Float>,
    _ exact: @escaping @Sendable (Double) -> Double
  ) {
    self.op = op
    self.ulps = ulps
    sample = { [Self.random(range, &$0)] }
    self.exact = { exact($0[0]) }
  }

  private init(
    _ op: segue_lane_op, _ ulps: Double, sample: @escaping @Sendable (inout SeededGenerator) -> [Float],
    _ exact: @escaping @Sendable (Double, Double) -> Double
  ) {
    self.op = op
    self.ulps = ulps
    self.sample = sample
    self.exact = { exact($0[0], $0[1]) }
  }

  static let all = [
    Self(SEGUE_OP_SIN, 0.61, -1e38...1e38, Foundation.sin),
    Self(SEGUE_OP_COS, 0.61, -1e38...1e38, Foundation.cos),
    // Large arguments are rounded as in a libm.
    Self(SEGUE_OP_SIN, 0.5001, 0x1.8p22...1e38, Foundation.sin),
    Self(SEGUE_OP_COS, 0.5001, 0x1.8p22...1e38, Foundation.cos),
    Self(SEGUE_OP_TAN, 1.8, -1e38...1e38, Foundation.tan),
    Self(SEGUE_OP_ASIN, 1.3, -1...1, Foundation.asin),
    Self(SEGUE_OP_ACOS, 1.3, -1...1, Foundation.acos),
    Self(SEGUE_OP_ATAN, 1.5, -1e38...1e38, Foundation.atan),
    Self(SEGUE_OP_SINH, 1.9, -100...100, Foundation.sinh),
    Self(SEGUE_OP_COSH, 1.75, -100...100, Foundation.cosh),
    Self(SEGUE_OP_TANH, 1.4, -20...20, Foundation.tanh),
    Self(SEGUE_OP_ASINH, 0.51, -1e38...1e38, Foundation.asinh),
    Self(SEGUE_OP_ACOSH, 0.51, 0...1e38, Foundation.acosh),
    Self(SEGUE_OP_ATANH, 0.51, -1...1, Foundation.atanh),
    Self(SEGUE_OP_EXP, 1.3, -110...100, Foundation.exp),
    Self(SEGUE_OP_EXP2, 1.2, -160...140, Foundation.exp2),
    Self(SEGUE_OP_LOG, 0.51, 0...1e38, Foundation.log),
    Self(SEGUE_OP_LOG2, 0.51, 0...1e38, Foundation.log2),
    Self(
      SEGUE_OP_POW, 1.3,
      sample: {
        [random(0...1e4, &$0), [2, 0.5, 2.2, 3, -1, random(-5...5, &$0)].randomElement(using: &$0) ?? 1]
      },
      Foundation.pow),
    Self(
      SEGUE_OP_ATAN2, 1.5, sample: { [random(-100...100, &$0), random(-100...100, &$0)] },
      { Foundation.atan2($0, $1) }),
  ]

  /// Returns a random number, uniform in value or, every second time, in exponent.
  private static func random(_ range: ClosedRange<Float>, _ random: inout SeededGenerator) -> Float {
    if Bool.random(using: &random) { return Float.random(in: range, using: &random) }
    let value =
      Float(sign: .plus, exponent: .random(in: -40...126, using: &random), significand: 1)
      * Float.random(in: 1..<2, using: &random)
    let sign: Float = range.lowerBound < 0 && Bool.random(using: &random) ? -1 : 1
    return [sign * value, sign / value].first(where: range.contains)
      ?? Float.random(in: range, using: &random)
  }
}
