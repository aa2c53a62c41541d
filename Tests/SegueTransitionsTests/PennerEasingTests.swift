import Foundation
import SegueTransitions
import Testing

/// Compares Penner's easings with the formulas of easings.net, and CSS's functions with the rules of CSS.
@Suite struct PennerEasingTests {
  private static let c1 = 1.70158
  private static let c2 = c1 * 1.525
  private static let c4 = 2 * Double.pi / 3
  private static let c5 = 2 * Double.pi / 4.5

  private static func bounceOut(_ x: Double) -> Double {
    let (n, d) = (7.5625, 2.75)
    if x < 1 / d { return n * x * x }
    if x < 2 / d { return n * (x - 1.5 / d) * (x - 1.5 / d) + 0.75 }
    if x < 2.5 / d { return n * (x - 2.25 / d) * (x - 2.25 / d) + 0.9375 }
    return n * (x - 2.625 / d) * (x - 2.625 / d) + 0.984375
  }

  private static func power(_ n: Double) -> [@Sendable (Double) -> Double] {
    [
      { pow($0, n) }, { 1 - pow(1 - $0, n) },
      { $0 < 0.5 ? pow(2, n - 1) * pow($0, n) : 1 - pow(-2 * $0 + 2, n) / 2 },
    ]
  }

  /// The three formulas of each easing: ease-in, ease-out and ease-in-out.
  static let formulas: KeyValuePairs<String, [@Sendable (Double) -> Double]> = [
    "Sine": [{ 1 - cos($0 * .pi / 2) }, { sin($0 * .pi / 2) }, { -(cos(.pi * $0) - 1) / 2 }],
    "Quad": power(2), "Cubic": power(3), "Quart": power(4), "Quint": power(5),
    "Expo": [
      { pow(2, 10 * $0 - 10) }, { 1 - pow(2, -10 * $0) },
      { $0 < 0.5 ? pow(2, 20 * $0 - 10) / 2 : (2 - pow(2, -20 * $0 + 10)) / 2 },
    ],
    "Circ": [
      { 1 - sqrt(1 - $0 * $0) }, { sqrt(1 - ($0 - 1) * ($0 - 1)) },
      { $0 < 0.5 ? (1 - sqrt(1 - 4 * $0 * $0)) / 2 : (sqrt(1 - pow(-2 * $0 + 2, 2)) + 1) / 2 },
    ],
    "Back": [
      { (c1 + 1) * pow($0, 3) - c1 * pow($0, 2) }, { 1 + (c1 + 1) * pow($0 - 1, 3) + c1 * pow($0 - 1, 2) },
      { x in
        x < 0.5
          ? pow(2 * x, 2) * ((c2 + 1) * 2 * x - c2) / 2
          : (pow(2 * x - 2, 2) * ((c2 + 1) * (x * 2 - 2) + c2) + 2) / 2
      },
    ],
    "Elastic": [
      { -pow(2, 10 * $0 - 10) * sin(($0 * 10 - 10.75) * c4) },
      { pow(2, -10 * $0) * sin(($0 * 10 - 0.75) * c4) + 1 },
      { x in
        x < 0.5
          ? -(pow(2, 20 * x - 10) * sin((20 * x - 11.125) * c5)) / 2
          : pow(2, -20 * x + 10) * sin((20 * x - 11.125) * c5) / 2 + 1
      },
    ],
    "Bounce": [
      { 1 - bounceOut(1 - $0) }, { bounceOut($0) },
      { $0 < 0.5 ? (1 - bounceOut(1 - 2 * $0)) / 2 : (1 + bounceOut(2 * $0 - 1)) / 2 },
    ],
  ]

  @Test func curvesEqualTheFormulas() throws {
    #expect(TimingCurve.penner.count == 30 && Self.formulas.count == 10)
    for (family, ways) in Self.formulas {
      for (way, formula) in zip(["In", "Out", "InOut"], ways) {
        let curve = try #require(TimingCurve("ease\(way)\(family)"))
        let function = try ProgressExpression("ease\(way)\(family)(progress)")
        for step in 1..<1000 {
          let time = Double(step) / 1000
          #expect(abs(curve(at: time) - formula(time)) < 1e-12, "\(way)\(family) \(time)")
          #expect(function(at: time) == curve(at: time))
        }
        #expect(curve(at: 0) == 0 && curve(at: 1) == 1)
      }
    }
  }

  @Test func threeSpellingsAreOneCurve() throws {
    for (name, curve) in TimingCurve.penner {
      let words = name.split(separator: "-").map(String.init)
      let way = words.dropFirst()
      let camel = "ease" + (way + words.prefix(1)).map(\.capitalized).joined()
      let last = (way + words.prefix(1)).joined(separator: "-")
      for spelling in [name, camel, last, camel.lowercased(), name.uppercased()] {
        #expect(TimingCurve(spelling) == curve, "\(spelling)")
      }
      #expect("\(curve)" == name)
      for spelling in [name, camel, last] {
        #expect(try ProgressExpression("\(spelling)(progress)")(at: 0.3) == curve(at: 0.3))
      }
    }
    #expect(
      try ProgressExpression("cubic-bezier(progress, 0.42, 0, 1, 1)")(at: 0.3) == TimingCurve.easeIn(at: 0.3))
    #expect(try ProgressExpression("steps(progress, 4)")(at: 0.6) == 0.5)
    for wrong in ["elastic", "ease-elastic", "easeOut", "out", "elastic-out-in", "easeElasticOut"] {
      #expect(TimingCurve(wrong) == nil, "\(wrong)")
    }
  }

  /// Values of staircases by the rules of CSS, at 0.1, 0.3, 0.6 and 0.9.
  static let stairs: KeyValuePairs<String, [Double]> = [
    "steps(4)": [0, 0.25, 0.5, 0.75], "steps(4, end)": [0, 0.25, 0.5, 0.75],
    "steps(4,jump-start)": [0.25, 0.5, 0.75, 1], "steps(4, start)": [0.25, 0.5, 0.75, 1],
    "steps(4, jump-both)": [0.2, 0.4, 0.6, 0.8], "steps(5, jump-none)": [0, 0.25, 0.75, 1],
    "step-start": [1, 1, 1, 1], "step-end": [0, 0, 0, 0],
  ]

  @Test func stepsEqualThoseOfCSS() throws {
    for (text, values) in Self.stairs {
      let curve = try #require(TimingCurve(text), "\(text)")
      #expect(zip([0.1, 0.3, 0.6, 0.9], values).allSatisfy { abs(curve(at: $0) - $1) < 1e-12 }, "\(text)")
      #expect(TimingCurve("\(curve)") == curve)
    }
    for wrong in ["steps(1, jump-none)", "steps(2, middle)", "steps(0, start)", "step-middle", "step-"] {
      #expect(TimingCurve(wrong) == nil, "\(wrong)")
    }
  }

  /// Values of `linear()` by the rules of CSS, at 0.1, 0.25, 0.5 and 0.9.
  static let lines: KeyValuePairs<String, [Double]> = [
    "linear(0, 1)": [0.1, 0.25, 0.5, 0.9],
    // Points without a percentage are spaced evenly between their neighbors.
    "linear(0, 0.5, 0.25, 1)": [0.15, 0.375, 0.375, 0.775],
    "linear(0, 0.25 75%, 1)": [1 / 30, 1 / 12, 1 / 6, 0.7],
    "linear(0, 75% 0.25, 1)": [1 / 30, 1 / 12, 1 / 6, 0.7],
    // Two percentages are a plateau, after the number or before it.
    "linear(0, 0.5 20% 60%, 1)": [0.25, 0.5, 0.5, 0.875],
    "linear(0, 20% 60% 0.5, 1)": [0.25, 0.5, 0.5, 0.875],
    // A percentage below an earlier one is raised to it, which makes a jump; at the time of the jump, the
    // last point counts.
    "linear(0 0%, 0.4 50%, 0.8 20%, 1 100%)": [0.08, 0.2, 0.8, 0.96],
    // Lines go on beyond the first and the last point.
    "linear(0.2 20%, 0.8 80%)": [0.1, 0.25, 0.5, 0.9], "linear(0 50%, 1 150%)": [-0.4, -0.25, 0, 0.4],
    "linear(-1, 2)": [-0.7, -0.25, 0.5, 1.7], "linear(0.5)": [0.5, 0.5, 0.5, 0.5],
    "linear(1e-1, 1)": [0.19, 0.325, 0.55, 0.91],
  ]

  @Test func linearCurvesEqualThoseOfCSS() throws {
    for (text, values) in Self.lines {
      let curve = try #require(TimingCurve(text), "\(text)")
      for (time, value) in zip([0.1, 0.25, 0.5, 0.9], values) {
        #expect(abs(curve(at: time) - value) < 1e-12, "\(text) \(time): \(curve(at: time))")
      }
      #expect(curve(at: 0) == 0 && curve(at: 1) == 1 && TimingCurve("\(curve)") == curve)
    }
    for wrong in [
      "linear()", "linear(,)", "linear(0,)", "linear(10%)", "linear(0 1, 1)", "linear(0 1% 2% 3%, 1)",
      "linear(1% 0 2%, 1)", "linear(0, x)", "linear(0 nan%, 1)", "linear(0, inf)", "linear 0, 1)",
      "linear(0, 1",
    ] { #expect(TimingCurve(wrong) == nil, "\(wrong)") }
  }
}
