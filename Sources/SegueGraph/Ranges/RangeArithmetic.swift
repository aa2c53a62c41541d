import SegueLaneProgram

// Bounds of sums, products and other functions of floats.
extension RangeAnalysis {
  /// Replaces bounds outside −`limit`…`limit` by NaN.
  mutating func capped(_ bounds: Bounds) -> Bounds {
    let limit = graph.float(Float(Self.limit))
    let nothing = graph.float(.nan)
    var fits = graph.emit(.le, graph.emit(.abs, bounds.low), limit)
    if !bounds.isPoint {
      fits = graph.emit(.and, fits, graph.emit(.le, graph.emit(.abs, bounds.high), limit))
    }
    var capped = bounds
    capped.low = graph.emit(.select, fits, bounds.low, nothing)
    capped.high = bounds.isPoint ? capped.low : graph.emit(.select, fits, bounds.high, nothing)
    let all = -Self.limit...Self.limit
    capped.range = bounds.range.map { $0.clamped(to: all) } ?? all
    (capped.isSure, capped.isExact) = (false, false)
    return capped
  }

  /// Returns the bounds of a float; NaN if the bounds of an input are NaN.
  mutating func float(
    _ low: SSAValue, _ high: SSAValue, _ range: ClosedRange<Double>, of inputs: [Bounds]
  ) -> Bounds {
    var bounds = Bounds(kind: .float, low: low, high: high, range: range)
    for input in inputs where !input.isSure {
      let nothing = graph.emit(.sub, input.low, input.low)
      bounds.low = graph.emit(.add, bounds.low, nothing)
      bounds.high = low == high ? bounds.low : graph.emit(.add, bounds.high, nothing)
      bounds.isSure = false
    }
    let most = max(abs(range.lowerBound), abs(range.upperBound))
    // Results of at most 1e15 cannot overflow, so they need no check.
    return most <= 1e15 ? bounds : capped(bounds)
  }

  /// Returns an interval widened by 1e-6 of its largest magnitude, for rounding errors.
  func widened(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    let slack = 1e-6 * max(abs(low), abs(high)) + 1e-30
    return low - slack...high + slack
  }

  func range(_ bounds: Bounds) -> ClosedRange<Double> { bounds.range ?? -Self.limit...Self.limit }

  mutating func sum(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    return float(
      graph.emit(.add, a.low, b.low), graph.emit(.add, a.high, b.high),
      widened(x.lowerBound + y.lowerBound, x.upperBound + y.upperBound), of: [a, b])
  }

  mutating func negative(_ a: Bounds) -> Bounds {
    let x = range(a)
    var negative = a
    negative.low = graph.emit(.neg, a.high)
    negative.high = a.isPoint ? negative.low : graph.emit(.neg, a.low)
    negative.isExact = false
    negative.range = -x.upperBound ... -x.lowerBound
    return negative
  }

  mutating func difference(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    return float(
      graph.emit(.sub, a.low, b.high), graph.emit(.sub, a.high, b.low),
      widened(x.lowerBound - y.upperBound, x.upperBound - y.lowerBound), of: [a, b])
  }

  /// Returns the minimum and maximum of some values.
  private mutating func extremes(_ values: [SSAValue]) -> (SSAValue, SSAValue) {
    var (low, high) = (values[0], values[0])
    for value in values.dropFirst() {
      low = graph.emit(.min, low, value)
      high = graph.emit(.max, high, value)
    }
    return (low, high)
  }

  /// Returns the bounds of an operation of two inputs whose extremes are taken when each input is at an end
  /// of its interval.
  private mutating func corners(
    _ opcode: LaneOperation, _ a: Bounds, _ b: Bounds, _ range: ClosedRange<Double>
  )
    -> Bounds
  {
    let lefts = a.isPoint ? [a.low] : [a.low, a.high]
    let rights = b.isPoint ? [b.low] : [b.low, b.high]
    var values: [SSAValue] = []
    for left in lefts { for right in rights { values.append(graph.emit(opcode, left, right)) } }
    let (low, high) = extremes(values)
    return float(low, high, range, of: [a, b])
  }

  mutating func product(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    let ends = [
      x.lowerBound * y.lowerBound, x.lowerBound * y.upperBound, x.upperBound * y.lowerBound,
      x.upperBound * y.upperBound,
    ]
    let range = widened(ends.min() ?? 0, ends.max() ?? 0)
    if x.lowerBound >= 0 && y.lowerBound >= 0 {
      return float(
        graph.emit(.mul, a.low, b.low), graph.emit(.mul, a.high, b.high),
        max(0, range.lowerBound)...range.upperBound,
        of: [a, b])
    }
    return corners(.mul, a, b, range)
  }

  /// Returns the bounds of an absolute value.
  mutating func magnitude(_ a: Bounds) -> Bounds {
    let x = range(a)
    if x.lowerBound >= 0 { return a }
    let negative = negative(a)
    if x.upperBound <= 0 { return negative }
    let least = graph.emit(.max, graph.emit(.max, a.low, negative.low), graph.float(0))
    return float(
      least, graph.emit(.max, a.high, negative.high), 0...max(-x.lowerBound, x.upperBound), of: [a])
  }

  mutating func square(_ a: Bounds) -> Bounds {
    let b = magnitude(a)
    let x = range(b)
    return float(
      graph.emit(.mul, b.low, b.low), graph.emit(.mul, b.high, b.high),
      max(0, x.lowerBound * x.lowerBound * 0.999999)...x.upperBound * x.upperBound * 1.000001, of: [b])
  }

  mutating func quotient(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    if y.lowerBound > 1e-9 || y.upperBound < -1e-9 {
      let ends = [
        x.lowerBound / y.lowerBound, x.lowerBound / y.upperBound, x.upperBound / y.lowerBound,
        x.upperBound / y.upperBound,
      ]
      return corners(.div, a, b, widened(ends.min() ?? 0, ends.max() ?? 0))
    }
    // Detects in each block whether the divisor may be zero; the bounds are then NaN.
    let zero = graph.float(0)
    let hasSign = graph.emit(.or, graph.emit(.lt, zero, b.low), graph.emit(.lt, b.high, zero))
    var divisor = b
    divisor.low = graph.emit(.select, hasSign, b.low, graph.float(.nan))
    divisor.high = b.isPoint ? divisor.low : graph.emit(.select, hasSign, b.high, graph.float(.nan))
    divisor.isSure = false
    return capped(corners(.div, a, divisor, -Self.limit...Self.limit))
  }

  /// Returns the bounds of a monotonically increasing function that is exact or correctly rounded.
  mutating func rising(_ opcode: LaneOperation, _ a: Bounds, _ range: ClosedRange<Double>) -> Bounds {
    float(graph.emit(opcode, a.low), graph.emit(opcode, a.high), range, of: [a])
  }

  /// Returns the bounds of a function that is monotonically increasing, except for errors in its last digits.
  mutating func risingAbout(
    _ opcode: LaneOperation, _ a: Bounds, _ range: ClosedRange<Double>, slack: Float = 1e-6
  ) -> Bounds {
    let (low, high) = (graph.emit(opcode, a.low), graph.emit(opcode, a.high))
    return widened(low, high, isOne: graph.emit(.eq, a.low, a.high), range, slack, of: [a])
  }

  /// Returns bounds widened by the relative error `slack`, except in blocks in which `isOne` tells that the
  /// value is constant.
  mutating func widened(
    _ low: SSAValue, _ high: SSAValue, isOne: SSAValue, _ range: ClosedRange<Double>, _ slack: Float,
    of inputs: [Bounds]
  ) -> Bounds {
    let (least, factor) = (graph.float(1e-30), graph.float(slack))
    func room(_ graph: inout Graph, _ value: SSAValue) -> SSAValue {
      graph.emit(.add, graph.emit(.mul, graph.emit(.abs, value), factor), least)
    }
    let lower = graph.emit(.sub, low, room(&graph, low))
    let upper = graph.emit(.add, high, room(&graph, high))
    return float(
      graph.emit(.select, isOne, low, lower), graph.emit(.select, isOne, high, upper),
      widened(range.lowerBound - Double(slack) * 2, range.upperBound + Double(slack) * 2), of: inputs)
  }

  mutating func least(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    return float(
      graph.emit(.min, a.low, b.low), graph.emit(.min, a.high, b.high),
      min(x.lowerBound, y.lowerBound)...min(x.upperBound, y.upperBound), of: [a, b])
  }

  mutating func greatest(_ a: Bounds, _ b: Bounds) -> Bounds {
    let (x, y) = (range(a), range(b))
    return float(
      graph.emit(.max, a.low, b.low), graph.emit(.max, a.high, b.high),
      max(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound), of: [a, b])
  }

  /// Returns the bounds of a value clamped to 0…1; if the bounds of the value itself are unknown, 0…1.
  mutating func saturated(_ a: Bounds?) -> Bounds {
    let (zero, one) = (graph.float(0), graph.float(1))
    guard let a else { return Bounds(kind: .float, low: zero, high: one, range: 0...1) }
    var high = graph.emit(.saturate, a.high)
    if !a.isSure { high = graph.emit(.select, graph.emit(.eq, a.high, a.high), high, one) }
    return Bounds(kind: .float, low: graph.emit(.saturate, a.low), high: high, range: 0...1)
  }

  mutating func mixed(_ a: Bounds, _ b: Bounds, _ weight: Bounds) -> Bounds {
    let one = Bounds(kind: .float, low: graph.float(1), high: graph.float(1), range: 1...1)
    return sum(product(a, difference(one, weight)), product(b, weight))
  }

  /// Returns the bounds of t·t·(3 − 2t) for t in 0…1; the bounds are exact where t is known to be 0 or 1.
  mutating func smooth(_ t: Bounds) -> Bounds {
    func polynomial(_ graph: inout Graph, _ t: SSAValue) -> SSAValue {
      let slope = graph.emit(.sub, graph.float(3), graph.emit(.mul, graph.float(2), t))
      return graph.emit(.mul, graph.emit(.mul, t, t), slope)
    }
    let (low, high) = (polynomial(&graph, t.low), polynomial(&graph, t.high))
    // The values at 0 and 1 are exact; bounds elsewhere are widened.
    let lower = graph.emit(.mul, low, graph.float(1 - 1e-6))
    let upper = graph.emit(.mul, high, graph.float(1 + 1e-6))
    let isOne = graph.emit(.le, graph.float(1), t.low)
    return float(
      graph.emit(.select, isOne, graph.float(1), lower), graph.emit(.select, isOne, graph.float(1), upper),
      0...1.00001, of: [t])
  }
}
