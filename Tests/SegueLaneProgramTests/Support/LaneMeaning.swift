import CSegueKernels

/// The meaning of an instruction, in Swift, exact to the bit.
struct LaneMeaning: Sendable {
  let op: segue_lane_op
  let of: @Sendable ([UInt32]) -> [UInt32]

  static let all: [LaneMeaning] = floats + vectors + comparisons + integers + conversions

  private static let floats: [LaneMeaning] = [
    float(SEGUE_OP_NEG) { -$0[0] },
    float(SEGUE_OP_ABS) { abs($0[0]) },
    float(SEGUE_OP_SIGN) { $0[0] > 0 ? 1 : $0[0] < 0 ? -1 : 0 },
    float(SEGUE_OP_FLOOR) { $0[0].rounded(.down) },
    float(SEGUE_OP_CEIL) { $0[0].rounded(.up) },
    float(SEGUE_OP_FRACT) { $0[0] - $0[0].rounded(.down) },
    float(SEGUE_OP_TRUNC) { $0[0].rounded(.towardZero) },
    float(SEGUE_OP_ROUND_EVEN) { $0[0].rounded(.toNearestOrEven) },
    float(SEGUE_OP_SQRT) { $0[0].squareRoot() },
    float(SEGUE_OP_INVERSESQRT) { 1 / $0[0].squareRoot() },
    float(SEGUE_OP_ADD) { $0[0] + $0[1] },
    float(SEGUE_OP_SUB) { $0[0] - $0[1] },
    float(SEGUE_OP_MUL) { $0[0] * $0[1] },
    float(SEGUE_OP_DIV) { $0[0] / $0[1] },
    float(SEGUE_OP_MIN) { smaller($0[0], $0[1]) },
    float(SEGUE_OP_MAX) { larger($0[0], $0[1]) },
    float(SEGUE_OP_MOD) { $0[0] - $0[1] * ($0[0] / $0[1]).rounded(.down) },
    float(SEGUE_OP_STEP) { $0[1] >= $0[0] ? 1 : 0 },
    float(SEGUE_OP_MAD) { $0[0] * $0[1] + $0[2] },
    float(SEGUE_OP_SATURATE) { saturated($0[0]) },
    float(SEGUE_OP_SATURATED_ADD) { saturated($0[0] + $0[1]) },
    float(SEGUE_OP_SATURATED_MUL) { saturated($0[0] * $0[1]) },
    float(SEGUE_OP_SATURATED_MAD) { saturated($0[0] * $0[1] + $0[2]) },
    float(SEGUE_OP_SATURATED_MIX) { saturated($0[0] * (1 - $0[2]) + $0[1] * $0[2]) },
    float(SEGUE_OP_MIX) { $0[0] * (1 - $0[2]) + $0[1] * $0[2] },
    float(SEGUE_OP_CLAMP) { smaller(larger($0[1], $0[0]), $0[2]) },
    float(SEGUE_OP_SMOOTHSTEP) {
      let t = smaller(larger(0, ($0[2] - $0[0]) / ($0[1] - $0[0])), 1)
      return t * t * (3 - 2 * t)
    },
  ]

  private static let vectors: [LaneMeaning] = [
    float(SEGUE_OP_LENGTH2) { length($0) },
    float(SEGUE_OP_LENGTH3) { length($0) },
    floats(SEGUE_OP_NORMALIZE2) { normalized($0) },
    floats(SEGUE_OP_NORMALIZE3) { normalized($0) },
  ]

  private static let comparisons: [LaneMeaning] = [
    mask(SEGUE_OP_LT) { value($0[0]) < value($0[1]) },
    mask(SEGUE_OP_LE) { value($0[0]) <= value($0[1]) },
    mask(SEGUE_OP_EQ) { value($0[0]) == value($0[1]) },
    mask(SEGUE_OP_NE) { value($0[0]) != value($0[1]) },
    mask(SEGUE_OP_IS_NAN) { value($0[0]).isNaN },
    mask(SEGUE_OP_IS_INF) { value($0[0]).isInfinite },
    mask(SEGUE_OP_ILT) { Int32(bitPattern: $0[0]) < Int32(bitPattern: $0[1]) },
    mask(SEGUE_OP_ILE) { Int32(bitPattern: $0[0]) <= Int32(bitPattern: $0[1]) },
    mask(SEGUE_OP_IEQ) { $0[0] == $0[1] },
    mask(SEGUE_OP_INE) { $0[0] != $0[1] },
    mask(SEGUE_OP_ULT) { $0[0] < $0[1] },
    mask(SEGUE_OP_ULE) { $0[0] <= $0[1] },
  ]

  private static let integers: [LaneMeaning] = [
    integer(SEGUE_OP_IADD) { $0[0] &+ $0[1] },
    integer(SEGUE_OP_ISUB) { $0[0] &- $0[1] },
    integer(SEGUE_OP_IMUL) { $0[0] &* $0[1] },
    integer(SEGUE_OP_IDIV) { $0[1] == 0 ? 0 : $0[0].dividedReportingOverflow(by: $0[1]).partialValue },
    integer(SEGUE_OP_IMOD) {
      $0[1] == 0 ? 0 : $0[0].remainderReportingOverflow(dividingBy: $0[1]).partialValue
    },
    integer(SEGUE_OP_IMIN) { min($0[0], $0[1]) },
    integer(SEGUE_OP_IMAX) { max($0[0], $0[1]) },
    integer(SEGUE_OP_INEG) { 0 &- $0[0] },
    integer(SEGUE_OP_IABS) { Int32(truncatingIfNeeded: $0[0].magnitude) },
    integer(SEGUE_OP_ISIGN) { $0[0].signum() },
    integer(SEGUE_OP_SHR) { $0[0] &>> $0[1] },
    bits(SEGUE_OP_UDIV) { $0[1] == 0 ? 0 : $0[0] / $0[1] },
    bits(SEGUE_OP_UMOD) { $0[1] == 0 ? 0 : $0[0] % $0[1] },
    bits(SEGUE_OP_UMIN) { min($0[0], $0[1]) },
    bits(SEGUE_OP_UMAX) { max($0[0], $0[1]) },
    bits(SEGUE_OP_AND) { $0[0] & $0[1] },
    bits(SEGUE_OP_OR) { $0[0] | $0[1] },
    bits(SEGUE_OP_XOR) { $0[0] ^ $0[1] },
    bits(SEGUE_OP_NOT) { ~$0[0] },
    bits(SEGUE_OP_SHL) { $0[0] &<< $0[1] },
    bits(SEGUE_OP_USHR) { $0[0] &>> $0[1] },
  ]

  private static let conversions: [LaneMeaning] = [
    bits(SEGUE_OP_F2I) { UInt32(bitPattern: nearest(value($0[0]))) },
    bits(SEGUE_OP_F2U) { nearest(value($0[0])) },
    bits(SEGUE_OP_I2F) { Float(Int32(bitPattern: $0[0])).bitPattern },
    bits(SEGUE_OP_U2F) { Float($0[0]).bitPattern },
    bits(SEGUE_OP_SELECT) { Int32(bitPattern: $0[0]) < 0 ? $0[1] : $0[2] },
    bits(SEGUE_OP_MOVE) { $0[0] },
  ]

  /// Returns the other number for a NaN.
  private static func smaller(_ a: Float, _ b: Float) -> Float { a.isNaN || b < a ? b : a }
  private static func larger(_ a: Float, _ b: Float) -> Float { a.isNaN || a < b ? b : a }

  private static func saturated(_ x: Float) -> Float { smaller(larger(0, x), 1) }

  private static func length(_ v: [Float]) -> Float {
    v.dropLast().reversed().reduce(v[v.count - 1] * v[v.count - 1]) { $0 + $1 * $1 }.squareRoot()
  }

  private static func normalized(_ v: [Float]) -> [Float] {
    let scale = 1 / length(v)
    return v.map { $0 * scale }
  }

  private static func nearest<Whole: FixedWidthInteger>(_ x: Float) -> Whole {
    if x.isNaN { return 0 }
    return Whole(exactly: x.rounded(.towardZero)) ?? (x < 0 ? .min : .max)
  }

  private static func value(_ bits: UInt32) -> Float { Float(bitPattern: bits) }

  private static func bits(_ op: segue_lane_op, _ of: @escaping @Sendable ([UInt32]) -> UInt32) -> Self {
    Self(op: op) { [of($0)] }
  }
  private static func integer(_ op: segue_lane_op, _ of: @escaping @Sendable ([Int32]) -> Int32) -> Self {
    Self(op: op) { [UInt32(bitPattern: of($0.map(Int32.init(bitPattern:))))] }
  }
  private static func mask(_ op: segue_lane_op, _ of: @escaping @Sendable ([UInt32]) -> Bool) -> Self {
    Self(op: op) { [of($0) ? .max : 0] }
  }
  private static func floats(_ op: segue_lane_op, _ of: @escaping @Sendable ([Float]) -> [Float]) -> Self {
    Self(op: op) { of($0.map(value)).map(\.bitPattern) }
  }
  private static func float(_ op: segue_lane_op, _ of: @escaping @Sendable ([Float]) -> Float) -> Self {
    floats(op) { [of($0)] }
  }
}
