import SegueLaneProgram

/// Functions of lanes_math.h in CSegueKernels as instructions, with the same operations in the same order.
///
/// Some multiplications are fused with additions; `scripts/exhaustive` compares the results with the kernels
/// for every float.
extension BasicBlock {
  /// Returns a function's result; nil if its kernel must be called.
  mutating func function(_ operation: LaneOperation, _ of: [Int]) -> Int? {
    switch operation {
    case .sin: sine(.sin, of[0], shift: nil)
    case .cos: sine(.cos, of[0], shift: 0.5)
    case .exp: power(halves(of[0]).map { emit(.multiplyWide, $0, constant(0x1.71547652b82fep+0)) })
    case .exp2: power(halves(of[0]))
    case .log:
      narrow(
        halves(of[0]).map {
          emit(.multiplyWide, logarithm($0, isFused: true), constant(0x1.62e42fefa39efp-1))
        })
    case .log2: narrow(halves(of[0]).map { logarithm($0, isFused: true) })
    case .pow: power(of[0], of[1])
    case .asin: arcSine(of[0])
    case .acos: arcCosine(of[0])
    case .atan: arcTangent(of[0])
    case .atan2: arcTangent(of[0], of[1])
    default: nil
    }
  }

  /// Returns the lower and the upper lanes of a register as doubles.
  private mutating func halves(_ x: Int) -> [Int] {
    [emit(.widen, x), emit(.widen, emit(.extract, x, control: Half.upper))]
  }

  private mutating func joined(_ halves: [Int]) -> Int {
    emit(.insert, halves[0], halves[1], control: Half.upper)
  }

  private mutating func narrow(_ halves: [Int]) -> Int { joined(halves.map { emit(.narrow, $0) }) }

  /// Horner's scheme: ((c0·s + c1)·s + …).
  private mutating func polynomial(_ s: Int, _ coefficients: Float...) -> Int {
    var sum = constant(coefficients[0])
    for c in coefficients.dropFirst() { sum = emit(.add, emit(.multiply, s, sum), constant(c)) }
    return sum
  }

  private mutating func polynomial(wide s: Int, isFused: Bool, _ coefficients: Double...) -> Int {
    var sum = constant(coefficients[0])
    for c in coefficients.dropFirst() {
      sum =
        isFused
        ? set.updatesAddend
          ? update(constant(c), .addProductWide, s, sum) : update(sum, .multiplyAddWide, s, constant(c))
        : emit(.addWide, emit(.multiplyWide, s, sum), constant(c))
    }
    return sum
  }

  private static let whole = 0x1.8p52

  /// Computes the sine if `shift` is nil, or the cosine if `shift` is 0.5, its phase in half turns.
  private mutating func sine(_ operation: LaneOperation, _ x: Int, shift: Double?) -> Int {
    let halves = halves(x).map { wide in
      let perTurn = constant(0x1.45f306dc9c883p-2)
      let shifted: Int
      if let shift {
        let turns = update(constant(-shift), .addProductWide, wide, perTurn)
        shifted = emit(.addWide, turns, constant(Self.whole))
      } else {
        shifted = update(constant(Self.whole), .addProductWide, wide, perTurn)
      }
      var n = emit(.subtractWide, shifted, constant(Self.whole))
      var sign = shifted
      if let shift {
        n = emit(.addWide, n, constant(shift))
        sign = emit(.addWideIntegers, shifted, constant(wide: 1))
      }
      let high = update(wide, .subtractProductWide, n, constant(0x1.921fb54p+1))
      let r = update(high, .subtractProductWide, n, constant(0x1.10b4611a62633p-29))
      let signed = emit(.xorWide, r, emit(.shiftLeftWide, sign, constant(wide: 63)))
      let s = emit(.multiplyWide, signed, signed)
      let p = polynomial(
        wide: s, isFused: true, 2.6057674651388513e-06, -0.00019809597460923454, 0.008333066180249834,
        -0.16666659548284732)
      return update(signed, .addProductWide, emit(.multiplyWide, signed, s), p)
    }
    let far = above(magnitude(x), 0x1p22)
    return callIfAny(operation, far, of: [x], otherwise: narrow(halves))
  }

  /// Computes powers of two from exponents that are doubles.
  private mutating func power(_ exponents: [Int]) -> Int {
    var (fractions, wholes): ([Int], [Int]) = ([], [])
    for exponent in exponents {
      // If an operand is NaN, the instruction returns its last operand; the exponent is last, so that NaN is
      // preserved.
      let low = emit(.minimumWide, constant(160.0), exponent)
      let x = emit(.maximumWide, constant(-160.0), low)
      let shifted = emit(.addWide, x, constant(Self.whole))
      fractions.append(
        emit(.narrow, emit(.subtractWide, x, emit(.subtractWide, shifted, constant(Self.whole)))))
      wholes.append(emit(.nearestIntegerWide, x))
    }
    let (f, n) = (joined(fractions), joined(wholes))
    let p = polynomial(f, 0.0001333256, 0.0013387928, 0.009625445, 0.055503663, 0.24022594, 0.6931472)
    let y = emit(.add, emit(.multiply, f, p), constant(1 as Float))
    return set.scaled(y, by: n, in: &self)
  }

  /// Returns the binary logarithm of doubles.
  private mutating func logarithm(_ x: Int, isFused: Bool) -> Int {
    let (rootHalf, one): (UInt64, UInt64) = (0x3fe6_a09e_0000_0000, 0x3ff0_0000_0000_0000)
    let bits = emit(.addWideIntegers, x, constant(wide: one &- rootHalf))
    let e = set.exponent(wide: bits, in: &self)
    let m = emit(
      .addWideIntegers, emit(.andWide, bits, constant(wide: 0x000f_ffff_ffff_ffff)), constant(wide: rootHalf))
    let t = emit(.divideWide, emit(.subtractWide, m, constant(1.0)), emit(.addWide, m, constant(1.0)))
    let s = emit(.multiplyWide, t, t)
    let p = polynomial(
      wide: s, isFused: isFused, 0.34072972927389605, 0.4116727384857844, 0.5770835846577257,
      0.9617966733433064, 2.885390081790085)
    let y = isFused ? update(e, .addProductWide, t, p) : emit(.addWide, e, emit(.multiplyWide, t, p))
    return set.logarithm(wide: y, of: x, in: &self)
  }

  private mutating func power(_ x: Int, _ y: Int) -> Int {
    let (exponents, bases) = (halves(y), halves(x))
    let products = zip(exponents, bases).map { emit(.multiplyWide, $0, logarithm($1, isFused: false)) }
    let z = power(products)
    if let exponent = number(y), exponent != 0 { return z }
    return emit(
      .blend, z, constant(1 as Float),
      mask: emit(.compare, y, constant(0 as Float), control: Comparison.equal))
  }

  private mutating func signed(_ magnitude: Int, as x: Int) -> Int {
    let sign = emit(.and, x, constant(0x8000_0000 as UInt32))
    return emit(.or, emit(.and, magnitude, constant(0x7fff_ffff as UInt32)), sign)
  }

  /// Returns the arc tangent of numbers in 0…1.
  private mutating func arcTangentBelowOne(_ x: Int) -> Int {
    let s = emit(.multiply, x, x)
    let p = polynomial(
      s, -0.0017821451, 0.010866272, -0.031093534, 0.05787887, -0.08399208, 0.10950861, -0.14264014,
      0.1999853,
      -0.333333)
    return emit(.add, x, emit(.multiply, emit(.multiply, x, s), p))
  }

  private static let halfPi: (high: Float, low: Float) = (0x1.921fb6p+0, -0x1.777a5cp-25)

  /// Returns the difference between a number of quarter turns and an angle.
  private mutating func rest(_ r: Int, _ quarters: Float) -> Int {
    let high = emit(.subtract, constant(quarters * Self.halfPi.high), r)
    return emit(.add, high, constant(quarters * Self.halfPi.low))
  }

  private mutating func arcTangent(_ x: Int) -> Int {
    let a = magnitude(x)
    let steep = above(a, 1)
    let r = arcTangentBelowOne(emit(.blend, a, emit(.divide, constant(1 as Float), a), mask: steep))
    return signed(emit(.blend, r, rest(r, 1), mask: steep), as: x)
  }

  private mutating func arcTangent(_ y: Int, _ x: Int) -> Int {
    let (ax, ay) = (magnitude(x), magnitude(y))
    let steep = emit(.compare, ay, ax, control: Comparison.greater)
    let (long, short) = (emit(.blend, ax, ay, mask: steep), emit(.blend, ay, ax, mask: steep))
    let quotient = emit(.divide, short, long)
    let isEqual = emit(.compare, short, long, control: Comparison.equal)
    let ofEqual = emit(
      .blend, constant(1 as Float), constant(0 as Float),
      mask: emit(.compare, long, constant(0 as Float), control: Comparison.equal))
    var r = arcTangentBelowOne(emit(.blend, quotient, ofEqual, mask: isEqual))
    r = emit(.blend, r, rest(r, 1), mask: steep)
    r = emit(.blend, r, rest(r, 2), mask: signs(x))
    return signed(r, as: y)
  }

  /// Computes the common start of arc sine and arc cosine: the mask of |x| > ½, the argument of the
  /// polynomial, and the polynomial's value.
  private mutating func arc(_ x: Int, inner: (_ magnitude: Int) -> Int) -> (outer: Int, root: Int, rest: Int)
  {
    let a = magnitude(x)
    let outer = above(a, 0.5)
    let far = emit(.subtract, constant(0.5 as Float), emit(.multiply, a, constant(0.5 as Float)))
    let s = emit(.blend, emit(.multiply, a, a), far, mask: outer)
    let r = emit(.blend, inner(a), emit(.squareRoot, s), mask: outer)
    let p = polynomial(s, 0.04215823, 0.024184812, 0.045469146, 0.074953094, 0.16666752)
    return (outer, r, emit(.multiply, emit(.multiply, r, s), p))
  }

  private mutating func arcSine(_ x: Int) -> Int {
    let (outer, r, rest) = arc(x) { $0 }
    let two = constant(2 as Float)
    let quarter = constant(Self.halfPi.high / 2)
    let high = emit(.subtract, quarter, emit(.multiply, r, two))
    let low = emit(.subtract, emit(.multiply, rest, two), constant(Self.halfPi.low))
    let far = emit(.add, emit(.subtract, high, low), quarter)
    return signed(emit(.blend, emit(.add, r, rest), far, mask: outer), as: x)
  }

  private mutating func arcCosine(_ x: Int) -> Int {
    let (outer, r, rest) = arc(x) { _ in x }
    let twice = emit(.multiply, emit(.add, r, rest), constant(2 as Float))
    let isNegative = emit(.compare, x, constant(0 as Float), control: Comparison.less)
    let far = emit(.blend, twice, self.rest(twice, 2), mask: isNegative)
    let low = emit(.subtract, r, emit(.subtract, constant(Self.halfPi.low), rest))
    return emit(.blend, emit(.subtract, constant(Self.halfPi.high), low), far, mask: outer)
  }
}
