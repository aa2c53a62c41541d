import SegueTransitions
import Testing

@Suite struct TimingCurveTests {
  static let curves =
    TimingCurve.named.map(\.curve)
    + [
      .cubicBezier(0.3, -0.5, 0.7, 1.5), .cubicBezier(0.95, 0, 0.05, 1), .steps(4),
      .spring(damping: 0.8, velocity: 0.8), .spring(damping: 1, velocity: 0),
      .bouncingSpring(duration: 0.5, bounce: 0.3),
    ]

  @Test(arguments: curves) func endsAreExact(curve: TimingCurve) {
    #expect(curve(at: 0) == 0 && curve(at: -1) == 0 && curve(at: 1) == 1 && curve(at: 2) == 1)
  }

  /// For many values of the Bézier parameter u, the curve at x(u) is y(u).
  @Test(arguments: curves) func curvesEqualTheirBezier(curve: TimingCurve) {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = curve else { return }
    for step in 1..<1000 {
      let u = Double(step) / 1000
      let (b1, b2, b3) = (3 * u * (1 - u) * (1 - u), 3 * u * u * (1 - u), u * u * u)
      #expect(abs(curve(at: b1 * x1 + b2 * x2 + b3) - (b1 * y1 + b2 * y2 + b3)) < 1e-9)
    }
  }

  @Test func knownValues() {
    // Expected values follow from the definitions of the curves in CSS.
    #expect(abs(TimingCurve.ease(at: 0.5) - 0.80240) < 1e-5)
    #expect(abs(TimingCurve.easeInOut(at: 0.25) - 0.12916) < 1e-5)
    #expect(abs(TimingCurve.easeIn(at: 0.5) - 0.31536) < 1e-5)
    #expect(abs(TimingCurve.easeOut(at: 0.5) - 0.68464) < 1e-5)
    #expect(TimingCurve.steps(4)(at: 0.26) == 0.25 && TimingCurve.steps(4)(at: 0.99) == 0.75)
  }

  @Test("A curve of 20,000 points passes through each of them")
  func manyPoints() throws {
    let outputs = (0...20_000).map { Double($0 * 7 % 101) / 100 }
    // Every third point has a percentage; all other points are spaced evenly between their neighbors.
    let points = outputs.enumerated().map { index, output in
      index % 3 == 0 ? "\(output) \(Double(index) / 200)%" : "\(output)"
    }
    let curve = try #require(TimingCurve("linear(\(points.joined(separator: ", ")))"))
    for (index, output) in outputs.enumerated().dropFirst().dropLast() {
      #expect(abs(curve(at: Double(index) / 20_000) - output) < 1e-7)
    }
    #expect(abs(curve(at: 0.5 / 20_000) - (outputs[0] + outputs[1]) / 2) < 1e-9)
  }

  static let bounds: [(String, TimingCurve)] = [
    ("spring(1,0)", .spring(damping: 1, velocity: 0)),
    ("spring(0.001,-9)", .spring(damping: 0.001, velocity: -9)),
    ("spring(duration:1,bounce:0.99)", .bouncingSpring(duration: 1, bounce: 0.99)),
    ("spring(duration:0.01,bounce:-0.99)", .bouncingSpring(duration: 0.01, bounce: -0.99)),
    ("cubic-bezier(0,9,1,-9)", .cubicBezier(0, 9, 1, -9)),
    ("cubic-bezier(1,0,0,1)", .cubicBezier(1, 0, 0, 1)), ("steps(1)", .steps(1)),
    ("steps(1000000)", .steps(1_000_000)),
  ]

  @Test(arguments: bounds) func boundsOfCurveFormsAreAccepted(text: String, curve: TimingCurve) {
    #expect(TimingCurve(text) == curve)
  }

  @Test func namesAndFormsAreRead() {
    for (name, curve) in TimingCurve.named { #expect(TimingCurve(name) == curve && "\(curve)" == name) }
    #expect(TimingCurve("ease-in") == .easeIn && TimingCurve("ease-out") == .easeOut)
    #expect(TimingCurve("ease-in-out") == .easeInOut && TimingCurve("ease") == .ease)
    #expect(TimingCurve("cubic-bezier(0.1, 2,0.3,-1)") == .cubicBezier(0.1, 2, 0.3, -1))
    #expect(TimingCurve("steps(3)") == .steps(3))
    for curve in Self.curves { #expect(TimingCurve("\(curve)") == curve) }
    for text in [
      "", "fast", "steps(0)", "steps(1.5)", "steps()", "steps(3", "cubic-bezier(0,0,1)",
      "cubic-bezier(2,0,1,1)", "cubic-bezier(0,0,2,1)", "cubic-bezier(0,0,-0.1,1)", "spring(0,1)",
      "spring(1.1,0)", "spring(duration:0,bounce:0)", "spring(duration:1,bounce:1)",
      "spring(duration:1,bounce:-1)",
      "cubic-bezier(0,0,nan,1)", "steps(1,2)", "cubic-bezier(0,,1,1)", "spring(", "steps(1000001)",
      "steps(-1)",
      "spring(-0.1,0)", "spring(duration:-1,bounce:0)", "spring(duration:1,bounce:-2)", "spring(duration:1)",
      "cubic-bezier(-0.1,0,0,1)", "spring(bounce:0,duration:1)",
    ] { #expect(TimingCurve(text) == nil, "\(text)") }
  }

  @Test("A time of NaN is the start", arguments: curves)
  func noTimeIsTheStart(curve: TimingCurve) {
    #expect(curve(at: .nan) == 0 && Timing(duration: 2, curve: curve).progress(at: .nan) == 0)
  }
}
