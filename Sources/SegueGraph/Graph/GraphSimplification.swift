import SegueLaneProgram

private let one = Float(1).bitPattern
private let minusOne = Float(-1).bitPattern
private let negativeZero = Float(-0.0).bitPattern
private let all = ~UInt32(0)

extension Graph {
  /// Algebraic simplification: returns a value that is cheaper to compute and equals the operation's result,
  /// for floats up to rounding and the sign of zero; nil if no rule applies.
  ///
  /// Rules for floats hold for all finite numbers. A product is replaced by zero if one factor is zero,
  /// although the other factor may be infinite, since GLSL does not specify infinities.
  mutating func simplified(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> SSAValue? {
    let a = inputs[0]
    let b = inputs.count > 1 ? inputs[1] : a
    let c = inputs.count > 2 ? inputs[2] : a
    let x = constant(a)
    let y = constant(b)
    switch opcode {
    case .move: return a
    case .add:
      if isZero(y) { return a }
      if isZero(x) { return b }
      return y != nil ? sumOfSum(a, b) : x != nil ? sumOfSum(b, a) : sumOfMultiples(a, b)
    case .sub:
      if isZero(y) { return a }
      if isZero(x) { return emit(.neg, b) }
      // Rewrites the difference as a sum, which may be fused to a MAD.
      if let y { return emit(.add, a, float(-Float(bitPattern: y))) }
    case .mul:
      if y == one || isZero(x) { return isZero(x) ? float(0) : a }
      if x == one || isZero(y) { return isZero(y) ? float(0) : b }
      if y == minusOne { return emit(.neg, a) }
      if x == minusOne { return emit(.neg, b) }
      if y != nil { return multipleOfProduct(a, b) }
      if x != nil { return multipleOfProduct(b, a) }
    case .div:
      if y == one { return a }
      if let known = quotients[a], known.divisor == y { return known.quotient }
      // A power of two has an exact reciprocal.
      if let y, y & 0x007f_ffff == 0, (0x2000_0000..<0x6000_0000).contains(y & 0x7fff_ffff) {
        return emit(.mul, a, float(1 / Float(bitPattern: y)))
      }
    case .mix:
      if isZero(constant(c)) || a == b { return a }
      if constant(c) == one { return b }
    case .clamp:
      if y == 0 && constant(c) == one { return emit(.saturate, a) }
    case .saturate:
      if let (inner, _) = definition(a), inner == .saturate { return a }
    case .pow:
      if y == Float(2).bitPattern { return emit(.mul, a, a) }
      if y == one { return a }
    case .iadd, .or, .xor:
      if y == 0 { return a }
      if x == 0 { return b }
      if opcode == .or {
        if x == all || y == all { return constant(bits: all) }
        if a == b { return a }
      }
      if opcode == .xor && y == all { return emit(.not, a) }
      if opcode == .xor && x == all { return emit(.not, b) }
    case .isub:
      if y == 0 { return a }
    case .imul:
      if y == 1 { return a }
      if x == 1 { return b }
    case .and:
      if y == all || a == b { return a }
      if x == all { return b }
      if x == 0 || y == 0 { return constant(bits: 0) }
    case .not:
      if let (inner, argument) = definition(a), inner == .not { return argument[0] }
    case .neg:
      if let (inner, argument) = definition(a), inner == .neg { return argument[0] }
    case .select:
      return simplifiedSelect(a, b, c)
    case .smoothstep: return smoothstep(a, b, c)
    default: break
    }
    return nil
  }

  /// Computes smoothstep(x, x − y, v) with the width −y; returns nil if the edges are not of this form.
  ///
  /// For y = 0 the width is −0: the result is 0 from x on and 1 below, as in Mesa.
  private mutating func smoothstep(_ edge: SSAValue, _ other: SSAValue, _ value: SSAValue) -> SSAValue? {
    guard let (opcode, inputs) = definition(other), opcode == .sub, inputs[0] == edge else { return nil }
    let share = emit(.saturate, emit(.div, emit(.sub, value, edge), emit(.neg, inputs[1])))
    let square = emit(.mul, share, share)
    return emit(.mul, square, emit(.sub, float(3), emit(.mul, float(2), share)))
  }

  /// Returns an existing value or a constant that equals the operation's result bit for bit; nil if no rule
  /// applies.
  mutating func exactlySimplified(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> SSAValue? {
    let (a, b) = (inputs[0], inputs.count > 1 ? inputs[1] : inputs[0])
    switch opcode {
    case .move: return a
    case .mul:
      if constant(b) == one { return a }
      if constant(a) == one { return b }
    case .and, .or:
      let neutral = opcode == .and ? all : 0
      if a == b || constant(b) == neutral { return a }
      if constant(a) == neutral { return b }
      if constant(a) == ~neutral || constant(b) == ~neutral { return constant(bits: ~neutral) }
    case .select:
      if let known = constant(a) { return known == 0 ? inputs[2] : b }
      if b == inputs[2] { return b }
    default: break
    }
    return nil
  }

  // Reassociation saves multiplications and additions. Operations are then in the order that Mesa's compiler
  // chooses, rather than in the order of the source, so results are rounded differently. Shaders that hash
  // positions amplify the last bits, so their frames equal Mesa's frames only with reassociation.

  /// Rewrites (m·n)·k with a constant k as (m·k)·n; this saves a multiplication if m or n is constant, too.
  private mutating func multipleOfProduct(_ product: SSAValue, _ factor: SSAValue) -> SSAValue? {
    guard let (opcode, inputs) = definition(product), opcode == .mul else { return nil }
    let (m, n) = (inputs[0], inputs[1])
    if constant(n) != nil { return emit(.mul, m, emit(.mul, n, factor)) }
    if constant(m) != nil || !isRead(product) { return emit(.mul, emit(.mul, m, factor), n) }
    return nil
  }

  /// Rewrites (m + n) + k as m + (n + k), where n and k are constant.
  private mutating func sumOfSum(_ sum: SSAValue, _ term: SSAValue) -> SSAValue? {
    guard let (opcode, inputs) = definition(sum), opcode == .add else { return nil }
    if constant(inputs[1]) != nil { return emit(.add, inputs[0], emit(.add, inputs[1], term)) }
    if constant(inputs[0]) != nil { return emit(.add, inputs[1], emit(.add, inputs[0], term)) }
    return nil
  }

  /// Rewrites m·k + n·k as (m + n)·k.
  private mutating func sumOfMultiples(_ a: SSAValue, _ b: SSAValue) -> SSAValue? {
    guard let (first, m) = definition(a), first == .mul else { return nil }
    guard let (second, n) = definition(b), second == .mul else { return nil }
    for i in 0..<2 {
      for j in 0..<2 where m[i] == n[j] { return emit(.mul, emit(.add, m[1 - i], n[1 - j]), m[i]) }
    }
    return nil
  }

  private mutating func simplifiedSelect(_ condition: SSAValue, _ a: SSAValue, _ b: SSAValue) -> SSAValue? {
    if let known = constant(condition) { return known == 0 ? b : a }
    if a == b { return a }
    if let (opcode, argument) = definition(condition), opcode == .not {
      return emit(.select, argument[0], b, a)
    }
    // Replaces a select of compared values by min or max; if one value is NaN, the result is the other value,
    // as in Mesa.
    if let (opcode, compared) = definition(condition), opcode == .lt || opcode == .le {
      if compared[0] == a && compared[1] == b { return emit(.min, a, b) }
      if compared[0] == b && compared[1] == a { return emit(.max, a, b) }
    }
    // Masks: a select between a mask and a constant mask is a bit operation.
    if a == condition || constant(a) == all { return isMask(b) ? emit(.or, condition, b) : nil }
    if b == condition || constant(b) == 0 { return isMask(a) ? emit(.and, condition, a) : nil }
    if constant(a) == 0, isMask(b) { return emit(.and, emit(.not, condition), b) }
    if constant(b) == all, isMask(a) { return emit(.or, emit(.not, condition), a) }
    return nil
  }

  /// Whether an operation's result is a mask.
  func givesMask(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> Bool {
    switch opcode {
    case .lt, .le, .eq, .ne, .ilt, .ile, .ieq, .ine, .ult, .ule, .isNaN, .isInf: true
    case .and, .or, .xor: isMask(inputs[0]) && isMask(inputs[1])
    case .not: isMask(inputs[0])
    case .select: isMask(inputs[1]) && isMask(inputs[2])
    default: false
    }
  }

  private func isZero(_ bits: UInt32?) -> Bool { bits == 0 || bits == negativeZero }
}
