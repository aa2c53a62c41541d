import CSegueKernels

/// An operation on lanes: what `lanes.h` lists, in its order, and says there in detail.
package enum LaneOperation: UInt32, CaseIterable, Sendable {
  case neg, abs, sign, floor, ceil, fract, trunc, roundEven, sqrt, inversesqrt, sin, cos, tan, asin, acos
  case atan, sinh, cosh, tanh, asinh, acosh, atanh, exp, exp2, log, log2, saturate, add, sub, mul, div
  case min, max, mod, pow, atan2, step, mad, mix, clamp, smoothstep, dot2, dot3, length2, length3
  case normalize2, normalize3, lt, le, eq, ne, isNaN, isInf, ilt, ile, ieq, ine, ult, ule, iadd
  case isub, imul, idiv, imod, imin, imax, ineg, iabs, isign, udiv, umod, umin, umax, and, or, xor, not
  case shl, shr, ushr, f2i, f2u, i2f, u2f, select, move, fetch, fetchRow, fetchShifted, store

  private var shape: segue_lane_shape { segue_lane_shape_of(segue_lane_op(rawValue: rawValue)) }

  /// The name in `lanes.h`.
  package var kernelName: String { String(cString: shape.name) }
  /// How many values it computes.
  package var outputs: Int { Int(shape.outputs) }
  /// How many values it takes.
  package var inputs: Int { Int(shape.inputs) }

  /// Computes one lane by the reference kernel; nil for what reads or writes pictures.
  package func evaluate(_ bits: [UInt32]) -> [UInt32]? {
    switch self {
    case .fetch, .fetchRow, .fetchShifted, .store: return nil
    default: break
    }
    guard bits.count == inputs, let kernel = segue_lanes_at(SEGUE_REFERENCE)?[Int(rawValue)] else {
      return nil
    }
    let lanes = Int(SEGUE_LANES)
    let splats = UnsafeMutablePointer<UInt32>.allocateVectors(inputs + outputs)
    defer { splats.deallocate() }
    for (index, bits) in bits.enumerated() { (splats + lanes * index).update(repeating: bits, count: lanes) }
    let out = (0..<outputs).map { UnsafeMutableRawPointer?(splats + lanes * (inputs + $0)) }
    kernel(1, out, (0..<inputs).map { segue_lanes_in(at: splats + lanes * $0, step: 0) }, nil)
    return (0..<outputs).map { splats[lanes * (inputs + $0)] }
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Memory for vectors of lanes, aligned as kernels want it and zero.
  static func allocateVectors(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let bytes = 4 * Int(SEGUE_LANES) * Swift.max(1, count)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return memory.assumingMemoryBound(to: UInt32.self)
  }
}
