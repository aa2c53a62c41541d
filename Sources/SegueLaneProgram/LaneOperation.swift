import CSegueKernels

/// An operation on lanes; `lanes.h` specifies each operation.
package struct LaneOperation: Hashable, Sendable {
  /// The value of the operation's constant in the C enumeration `segue_lane_op`.
  package let rawValue: UInt32

  private init(_ op: segue_lane_op) { rawValue = op.rawValue }

  /// All operations of `lanes.h`.
  package static let all = (0..<SEGUE_OP_COUNT.rawValue).map { LaneOperation(segue_lane_op(rawValue: $0)) }

  package static let neg = Self(SEGUE_OP_NEG)
  package static let abs = Self(SEGUE_OP_ABS)
  package static let sign = Self(SEGUE_OP_SIGN)
  package static let floor = Self(SEGUE_OP_FLOOR)
  package static let ceil = Self(SEGUE_OP_CEIL)
  package static let fract = Self(SEGUE_OP_FRACT)
  package static let trunc = Self(SEGUE_OP_TRUNC)
  package static let roundEven = Self(SEGUE_OP_ROUND_EVEN)
  package static let sqrt = Self(SEGUE_OP_SQRT)
  package static let inversesqrt = Self(SEGUE_OP_INVERSESQRT)
  package static let sin = Self(SEGUE_OP_SIN)
  package static let cos = Self(SEGUE_OP_COS)
  package static let tan = Self(SEGUE_OP_TAN)
  package static let asin = Self(SEGUE_OP_ASIN)
  package static let acos = Self(SEGUE_OP_ACOS)
  package static let atan = Self(SEGUE_OP_ATAN)
  package static let sinh = Self(SEGUE_OP_SINH)
  package static let cosh = Self(SEGUE_OP_COSH)
  package static let tanh = Self(SEGUE_OP_TANH)
  package static let asinh = Self(SEGUE_OP_ASINH)
  package static let acosh = Self(SEGUE_OP_ACOSH)
  package static let atanh = Self(SEGUE_OP_ATANH)
  package static let exp = Self(SEGUE_OP_EXP)
  package static let exp2 = Self(SEGUE_OP_EXP2)
  package static let log = Self(SEGUE_OP_LOG)
  package static let log2 = Self(SEGUE_OP_LOG2)
  package static let add = Self(SEGUE_OP_ADD)
  package static let sub = Self(SEGUE_OP_SUB)
  package static let mul = Self(SEGUE_OP_MUL)
  package static let div = Self(SEGUE_OP_DIV)
  package static let min = Self(SEGUE_OP_MIN)
  package static let max = Self(SEGUE_OP_MAX)
  package static let mod = Self(SEGUE_OP_MOD)
  package static let pow = Self(SEGUE_OP_POW)
  package static let atan2 = Self(SEGUE_OP_ATAN2)
  package static let step = Self(SEGUE_OP_STEP)
  package static let mad = Self(SEGUE_OP_MAD)
  package static let mix = Self(SEGUE_OP_MIX)
  package static let clamp = Self(SEGUE_OP_CLAMP)
  package static let saturate = Self(SEGUE_OP_SATURATE)
  package static let saturatedAdd = Self(SEGUE_OP_SATURATED_ADD)
  package static let saturatedMul = Self(SEGUE_OP_SATURATED_MUL)
  package static let saturatedMad = Self(SEGUE_OP_SATURATED_MAD)
  package static let saturatedMix = Self(SEGUE_OP_SATURATED_MIX)
  package static let smoothstep = Self(SEGUE_OP_SMOOTHSTEP)
  package static let length2 = Self(SEGUE_OP_LENGTH2)
  package static let length3 = Self(SEGUE_OP_LENGTH3)
  package static let normalize2 = Self(SEGUE_OP_NORMALIZE2)
  package static let normalize3 = Self(SEGUE_OP_NORMALIZE3)
  package static let lt = Self(SEGUE_OP_LT)
  package static let le = Self(SEGUE_OP_LE)
  package static let eq = Self(SEGUE_OP_EQ)
  package static let ne = Self(SEGUE_OP_NE)
  package static let isNaN = Self(SEGUE_OP_IS_NAN)
  package static let isInf = Self(SEGUE_OP_IS_INF)
  package static let ilt = Self(SEGUE_OP_ILT)
  package static let ile = Self(SEGUE_OP_ILE)
  package static let ieq = Self(SEGUE_OP_IEQ)
  package static let ine = Self(SEGUE_OP_INE)
  package static let ult = Self(SEGUE_OP_ULT)
  package static let ule = Self(SEGUE_OP_ULE)
  package static let iadd = Self(SEGUE_OP_IADD)
  package static let isub = Self(SEGUE_OP_ISUB)
  package static let imul = Self(SEGUE_OP_IMUL)
  package static let idiv = Self(SEGUE_OP_IDIV)
  package static let imod = Self(SEGUE_OP_IMOD)
  package static let imin = Self(SEGUE_OP_IMIN)
  package static let imax = Self(SEGUE_OP_IMAX)
  package static let ineg = Self(SEGUE_OP_INEG)
  package static let iabs = Self(SEGUE_OP_IABS)
  package static let isign = Self(SEGUE_OP_ISIGN)
  package static let udiv = Self(SEGUE_OP_UDIV)
  package static let umod = Self(SEGUE_OP_UMOD)
  package static let umin = Self(SEGUE_OP_UMIN)
  package static let umax = Self(SEGUE_OP_UMAX)
  package static let and = Self(SEGUE_OP_AND)
  package static let or = Self(SEGUE_OP_OR)
  package static let xor = Self(SEGUE_OP_XOR)
  package static let not = Self(SEGUE_OP_NOT)
  package static let shl = Self(SEGUE_OP_SHL)
  package static let shr = Self(SEGUE_OP_SHR)
  package static let ushr = Self(SEGUE_OP_USHR)
  package static let f2i = Self(SEGUE_OP_F2I)
  package static let f2u = Self(SEGUE_OP_F2U)
  package static let i2f = Self(SEGUE_OP_I2F)
  package static let u2f = Self(SEGUE_OP_U2F)
  package static let select = Self(SEGUE_OP_SELECT)
  package static let move = Self(SEGUE_OP_MOVE)
  package static let ddx = Self(SEGUE_OP_DDX)
  package static let ddy = Self(SEGUE_OP_DDY)
  package static let fetch = Self(SEGUE_OP_FETCH)
  package static let fetchPair = Self(SEGUE_OP_FETCH_PAIR)
  package static let fetchRow = Self(SEGUE_OP_FETCH_ROW)
  package static let fetchFloats = Self(SEGUE_OP_FETCH_FLOATS)
  package static let fetchRowFloats = Self(SEGUE_OP_FETCH_ROW_FLOATS)
  package static let store = Self(SEGUE_OP_STORE)
  package static let storeFloats = Self(SEGUE_OP_STORE_FLOATS)

  private var shape: segue_lane_shape { segue_lane_shape_of(segue_lane_op(rawValue: rawValue)) }
  /// The number of output vectors of the operation.
  package var outputs: Int { Int(shape.outputs) }
  /// The number of input vectors of the operation.
  package var inputs: Int { Int(shape.inputs) }

  /// Computes one lane with the reference kernel, from the bits of each input to the bits of each output; nil
  /// for operations that read or write pictures, and for a wrong number of inputs.
  package func evaluate(_ bits: [UInt32]) -> [UInt32]? {
    switch self {
    case .fetch, .fetchPair, .fetchRow, .fetchFloats, .fetchRowFloats, .store, .storeFloats: return nil
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

extension LaneOperation {
  /// Whether the operation reads consecutive texels of a row, without sampling.
  package var readsRun: Bool { self == .fetchRow || self == .fetchRowFloats }
}

extension LaneOperation: CustomStringConvertible {
  /// The operation's name in `lanes.h`.
  package var description: String { String(cString: shape.name) }
}

extension UnsafeMutablePointer<UInt32> {
  /// Allocates zeroed vectors of lanes, aligned to 64 bytes.
  package static func allocateVectors(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let bytes = 4 * Int(SEGUE_LANES) * Swift.max(1, count)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return memory.assumingMemoryBound(to: UInt32.self)
  }
}
