import SeguePlatform
import SegueLaneProgram

extension RangeAnalysis {
  /// Returns the bounds of an operation's result; nil if unknown.
  mutating func rule(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> Bounds? {
    switch opcode {
    case .lt, .le, .eq, .ne, .ilt, .ile, .ieq, .ine, .and, .or, .xor, .not, .isNaN, .isInf:
      return maskRule(opcode, inputs)
    case .select: return selectRule(inputs)
    case .saturate: return saturated(bounds(inputs[0]))
    case .smoothstep: return smoothstepRule(inputs)
    case .i2f:
      guard let a = bounds(inputs[0], .integer) else { return nil }
      return float(graph.emit(.i2f, a.low), graph.emit(.i2f, a.high), range(a), of: [])
    case .f2i:
      guard let a = bounds(inputs[0]), a.isSure, range(a).upperBound < 1e6, range(a).lowerBound > -1e6 else {
        return nil
      }
      return Bounds(
        kind: .integer, low: graph.emit(.f2i, a.low), high: graph.emit(.f2i, a.high), range: range(a))
    case .iadd, .isub: return integerRule(opcode, inputs)
    default: break
    }
    var given: [Bounds] = []
    for input in inputs {
      guard let bounds = bounds(input) else { return nil }
      given.append(bounds)
    }
    // A square has tighter bounds than a product, since it is not negative.
    if opcode == .mul, inputs[0] == inputs[1] { return square(given[0]) }
    switch given.count {
    case 1: return rule(opcode, given[0])
    case 2: return rule(opcode, given[0], given[1])
    case 3: return rule(opcode, given[0], given[1], given[2])
    default: return nil
    }
  }

  private mutating func rule(_ opcode: LaneOperation, _ a: Bounds) -> Bounds? {
    let x = range(a)
    switch opcode {
    case .move:
      var same = a
      same.isExact = false
      return same
    case .neg: return negative(a)
    case .abs: return magnitude(a)
    case .sign: return rising(.sign, a, -1...1)
    case .floor, .ceil, .trunc, .roundEven: return rising(opcode, a, x.lowerBound - 1...x.upperBound + 1)
    case .fract:
      let isOne = graph.emit(.eq, graph.emit(.floor, a.low), graph.emit(.floor, a.high))
      return float(
        graph.emit(.select, isOne, graph.emit(.fract, a.low), graph.float(0)),
        graph.emit(.select, isOne, graph.emit(.fract, a.high), graph.float(1)), 0...1, of: [a])
    case .sqrt:
      guard x.lowerBound >= 0 else { return nil }
      return rising(.sqrt, a, widened(x.lowerBound.squareRoot(), x.upperBound.squareRoot()))
    case .inversesqrt:
      guard x.lowerBound >= 0 else { return nil }
      let one = Bounds(kind: .float, low: graph.float(1), high: graph.float(1), range: 1...1)
      return quotient(one, rising(.sqrt, a, widened(x.lowerBound.squareRoot(), x.upperBound.squareRoot())))
    case .sin, .cos:
      guard max(abs(x.lowerBound), abs(x.upperBound)) < 1e5 else { return nil }
      return wave(opcode, a)
    case .atan: return risingAbout(.atan, a, -1.6...1.6)
    case .exp, .exp2:
      guard x.upperBound < 30, x.lowerBound > -60 else { return nil }
      return risingAbout(opcode, a, 0...1.1e13)
    case .log, .log2:
      guard x.lowerBound > 1e-9 else { return nil }
      return risingAbout(opcode, a, -60...60)
    default: return nil
    }
  }

  private mutating func rule(_ opcode: LaneOperation, _ a: Bounds, _ b: Bounds) -> Bounds? {
    let (x, y) = (range(a), range(b))
    switch opcode {
    case .add: return sum(a, b)
    case .sub: return difference(a, b)
    case .mul: return product(a, b)
    case .div: return quotient(a, b)
    case .min: return least(a, b)
    case .max: return greatest(a, b)
    case .step:
      return float(graph.emit(.step, a.high, b.low), graph.emit(.step, a.low, b.high), 0...1, of: [a, b])
    case .mod:
      guard b.isPoint, y.lowerBound > 1e-6 else { return nil }
      func quotient(_ graph: inout Graph, _ value: SSAValue) -> SSAValue {
        graph.emit(.floor, graph.emit(.div, value, b.low))
      }
      let isOne = graph.emit(.eq, quotient(&graph, a.low), quotient(&graph, a.high))
      // Rounding may make the remainder slightly negative, or equal to the divisor.
      let most = max(abs(x.lowerBound), abs(x.upperBound))
      let slack = graph.float(Float(1e-6 * (most + y.upperBound)))
      let all = -1e-5 * (most + y.upperBound)...y.upperBound + 1e-5 * (most + y.upperBound)
      return float(
        graph.emit(.select, isOne, graph.emit(.mod, a.low, b.low), graph.emit(.neg, slack)),
        graph.emit(.select, isOne, graph.emit(.mod, a.high, b.low), graph.emit(.add, b.low, slack)), all,
        of: [a, b])
    case .pow:
      guard b.isPoint, x.lowerBound >= 0, y.lowerBound > 0, y.upperBound <= 16, x.upperBound < 1e3 else {
        return nil
      }
      func power(_ graph: inout Graph, _ value: SSAValue) -> SSAValue { graph.emit(.pow, value, b.low) }
      return widened(
        power(&graph, a.low), power(&graph, a.high), isOne: graph.emit(.eq, a.low, a.high),
        0...max(1, SeguePlatform.pow(x.upperBound, y.upperBound)) * 1.001, 1e-5, of: [a, b])
    case .atan2: return angle(a, b)
    case .length2: return length([a, b])
    default: return nil
    }
  }

  private mutating func rule(_ opcode: LaneOperation, _ a: Bounds, _ b: Bounds, _ c: Bounds) -> Bounds? {
    switch opcode {
    case .mad: return sum(product(a, b), c)
    case .mix: return mixed(a, b, c)
    case .clamp: return least(greatest(b, a), c)
    case .length3: return length([a, b, c])
    default: return nil
    }
  }

  /// Returns the bounds of a sine or cosine: the result changes at most by the change of the argument.
  private mutating func wave(_ opcode: LaneOperation, _ a: Bounds) -> Bounds {
    let middle = graph.emit(.mul, graph.emit(.add, a.low, a.high), graph.float(0.5))
    let reach = graph.emit(.max, graph.emit(.sub, a.high, middle), graph.emit(.sub, middle, a.low))
    let room = graph.emit(.add, graph.emit(.mul, reach, graph.float(1.00001)), graph.float(1e-6))
    let value = graph.emit(opcode, middle)
    let low = graph.emit(.max, graph.float(-1.000001), graph.emit(.sub, value, room))
    let high = graph.emit(.min, graph.float(1.000001), graph.emit(.add, value, room))
    // A constant argument gives the exact value.
    let isOne = graph.emit(.eq, a.low, a.high)
    let exact = graph.emit(opcode, a.low)
    return float(
      graph.emit(.select, isOne, exact, low), graph.emit(.select, isOne, exact, high), -1.00001...1.00001,
      of: [a])
  }

  /// Returns the bounds of the angle of (x, y): the extremes are at corners of the rectangle that the bounds
  /// of x and y form, unless the rectangle contains the origin or touches the negative x axis.
  private mutating func angle(_ y: Bounds, _ x: Bounds) -> Bounds {
    let zero = graph.float(0)
    var isAside = graph.emit(.lt, zero, x.low)
    isAside = graph.emit(.or, isAside, graph.emit(.lt, zero, y.low))
    isAside = graph.emit(.or, isAside, graph.emit(.lt, y.high, zero))
    var values: [SSAValue] = []
    for down in [y.low, y.high] {
      for right in [x.low, x.high] { values.append(graph.emit(.atan2, down, right)) }
    }
    var (low, high) = (values[0], values[0])
    for value in values.dropFirst() {
      low = graph.emit(.min, low, value)
      high = graph.emit(.max, high, value)
    }
    let room = graph.float(4e-6)
    low = graph.emit(.select, isAside, graph.emit(.sub, low, room), graph.float(-3.1416))
    high = graph.emit(.select, isAside, graph.emit(.add, high, room), graph.float(3.1416))
    return float(low, high, -3.15...3.15, of: [x, y])
  }

  private mutating func length(_ components: [Bounds]) -> Bounds {
    var squares: [Bounds] = []
    for component in components.reversed() { squares.append(square(component)) }
    var total = squares[0]
    for square in squares.dropFirst() { total = sum(total, square) }
    let x = range(total)
    total.range = max(0, x.lowerBound)...x.upperBound
    return rising(.sqrt, total, 0...x.upperBound.squareRoot() * 1.00001)
  }

  private mutating func smoothstepRule(_ inputs: [SSAValue]) -> Bounds {
    guard let a = bounds(inputs[0]), let b = bounds(inputs[1]), let c = bounds(inputs[2]) else {
      return smooth(saturated(nil))
    }
    return smooth(saturated(quotient(difference(c, a), difference(b, a))))
  }

  private mutating func selectRule(_ inputs: [SSAValue]) -> Bounds? {
    guard let mask = bounds(inputs[0], .mask) else { return nil }
    for kind in [Bounds.Kind.float, .mask, .integer] {
      guard let a = bounds(inputs[1], kind), let b = bounds(inputs[2], kind) else { continue }
      let both: Bounds
      switch kind {
      case .float:
        let (x, y) = (range(a), range(b))
        both = float(
          graph.emit(.min, a.low, b.low), graph.emit(.max, a.high, b.high),
          min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound), of: [a, b])
      case .mask:
        both = Bounds(
          kind: .mask, low: graph.emit(.and, a.low, b.low), high: graph.emit(.or, a.high, b.high),
          range: -1...0)
      case .integer:
        let (x, y) = (range(a), range(b))
        both = Bounds(
          kind: .integer, low: graph.emit(.imin, a.low, b.low), high: graph.emit(.imax, a.high, b.high),
          range: min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound))
      }
      var chosen = both
      chosen.low = graph.emit(.select, mask.low, a.low, graph.emit(.select, mask.high, both.low, b.low))
      chosen.high = graph.emit(.select, mask.low, a.high, graph.emit(.select, mask.high, both.high, b.high))
      return chosen
    }
    return nil
  }

  private mutating func maskRule(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> Bounds? {
    func mask(_ surely: SSAValue, _ maybe: SSAValue) -> Bounds {
      Bounds(kind: .mask, low: surely, high: maybe, range: -1...0)
    }
    switch opcode {
    case .and, .or:
      guard let a = bounds(inputs[0], .mask), let b = bounds(inputs[1], .mask) else { return nil }
      return mask(graph.emit(opcode, a.low, b.low), graph.emit(opcode, a.high, b.high))
    case .not:
      guard let a = bounds(inputs[0], .mask) else { return nil }
      return mask(graph.emit(.not, a.high), graph.emit(.not, a.low))
    case .xor:
      guard let a = bounds(inputs[0], .mask), let b = bounds(inputs[1], .mask) else { return nil }
      let different = graph.emit(
        .or, graph.emit(.and, a.low, graph.emit(.not, b.high)),
        graph.emit(.and, b.low, graph.emit(.not, a.high)))
      let alike = graph.emit(
        .or, graph.emit(.and, a.low, b.low), graph.emit(.not, graph.emit(.or, a.high, b.high)))
      return mask(different, graph.emit(.not, alike))
    case .isNaN, .isInf:
      guard let a = bounds(inputs[0]) else { return nil }
      return mask(graph.bool(false), graph.emit(.isNaN, a.low))
    case .lt, .le, .eq, .ne:
      guard let a = bounds(inputs[0]), let b = bounds(inputs[1]) else { return nil }
      return comparison(opcode, a, b, lt: .lt, le: .le, mask)
    case .ilt, .ile, .ieq, .ine:
      guard let a = bounds(inputs[0], .integer), let b = bounds(inputs[1], .integer) else { return nil }
      let floats: [LaneOperation: LaneOperation] = [.ilt: .lt, .ile: .le, .ieq: .eq, .ine: .ne]
      return comparison(floats[opcode] ?? .eq, a, b, lt: .ilt, le: .ile, mask)
    default: return nil
    }
  }

  /// Returns the bounds of a comparison.
  ///
  /// Comparisons with NaN are false, so if a bound is NaN, the result may be true or false.
  private mutating func comparison(
    _ opcode: LaneOperation, _ a: Bounds, _ b: Bounds, lt: LaneOperation, le: LaneOperation,
    _ mask: (SSAValue, SSAValue) -> Bounds
  ) -> Bounds {
    switch opcode {
    case .lt:
      return mask(graph.emit(lt, a.high, b.low), graph.emit(.not, graph.emit(le, b.high, a.low)))
    case .le:
      return mask(graph.emit(le, a.high, b.low), graph.emit(.not, graph.emit(lt, b.high, a.low)))
    default:
      let same = graph.emit(.and, graph.emit(le, a.high, b.low), graph.emit(le, b.high, a.low))
      let different = graph.emit(.or, graph.emit(lt, a.high, b.low), graph.emit(lt, b.high, a.low))
      return opcode == .eq
        ? mask(same, graph.emit(.not, different)) : mask(different, graph.emit(.not, same))
    }
  }

  private mutating func integerRule(_ opcode: LaneOperation, _ inputs: [SSAValue]) -> Bounds? {
    guard let a = bounds(inputs[0], .integer), let b = bounds(inputs[1], .integer) else { return nil }
    let (x, y) = (range(a), range(b))
    let isSum = opcode == .iadd
    let low = isSum ? x.lowerBound + y.lowerBound : x.lowerBound - y.upperBound
    let high = isSum ? x.upperBound + y.upperBound : x.upperBound - y.lowerBound
    // Below 2^22, sums do not overflow, and floats represent integers exactly.
    guard low > -0x1p22, high < 0x1p22 else { return nil }
    return Bounds(
      kind: .integer, low: graph.emit(opcode, a.low, isSum ? b.low : b.high),
      high: graph.emit(opcode, a.high, isSum ? b.high : b.low), range: low...high)
  }
}
